import BotKit
import BotTesting
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct PollsTests {
    @Test func `poll votes are counted, changed and withdrawn across a restart`() async throws {
        let clan = try await TestClan(Polls.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*poll \"Ăn gì?\" phở |  bún chả ")
        #expect(try clan.messages().last?.text == "Ăn gì?\nphở: 0 \nbún chả: 0 ")
        try await an.presses("phở")
        try await binh.presses("bún chả")
        try await clan.restart(losing: .uncommitted)
        try await binh.presses("phở")
        #expect(try clan.messages().last?.text == "Ăn gì?\nphở: 2 ▇▇\nbún chả: 0 ")
        try await an.presses("phở")
        #expect(try clan.messages().map(\.text) == ["*poll \"Ăn gì?\" phở |  bún chả ", "Ăn gì?\nphở: 1 ▇\nbún chả: 0 "])
    }

    @Test func `only the author can end a poll, and its buttons are removed`() async throws {
        let clan = try await TestClan(Polls.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*poll Lunch? a | b")
        let poll = try #require(try clan.messages().last)
        #expect(try await binh.presses("✕") == [.ephemeral("Only the poll's creator can end it.", to: binh.id)])
        try await binh.presses("b")
        #expect(try await an.presses("✕") == [.edit("Lunch?\na: 0 \nb: 1 ▇\n(ended)")])
        await #expect(throws: TestClanError.refused(who: "binh", why: "requested resource not found")) {
            try await binh.presses("a", of: poll)
        }
    }

    @Test func `several polls in one or more channels are independent`() async throws {
        let clan = try await TestClan(Polls.self)
        let an = clan.user("an")
        try await an.says("*poll one a | b")
        try await clan.advance(by: .seconds(10))
        try await an.says("*poll two a | b")
        try await clan.advance(by: .seconds(10))
        try await an.says("*poll three a | b", in: "random")
        let first = try #require(try clan.messages().first { $0.text.hasPrefix("one") })
        try await an.presses("a", of: first)
        try await an.presses("b", in: "random")
        #expect(
            try clan.messages().map(\.text).filter { !$0.hasPrefix("*") } == ["one\na: 1 ▇\nb: 0 ", "two\na: 0 \nb: 0 "])
        #expect(try clan.messages(in: "random").last?.text == "three\na: 0 \nb: 1 ▇")
    }

    @Test(arguments: ["one", "one |", "a | a", " | ", "1|2|3|4|5|6|7|8|9|10|11", "a | \(String(repeating: "b", count: 81))"])
    func `invalid poll options are pointed at`(choices: String) async throws {
        let clan = try await TestClan(Polls.self)
        let actions = try await clan.user("an").says("*poll Lunch? \(choices)")
        guard case .reply(let draft)? = actions.first, actions.count == 1 else {
            Issue.record("\(actions)")
            return
        }
        #expect(draft.content.text.contains("write 2 to 10 different choices"))
        #expect(draft.content.extras == [:])
    }
}
