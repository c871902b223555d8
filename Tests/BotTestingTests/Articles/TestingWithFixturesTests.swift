import BotKit
import BotTesting
import Testing

/// Tests the examples of the article "Testing with fixtures".
struct LunchTests {
    @Test func `an order survives a restart between two answers`() async throws {
        let clan = try await TestClan(Lunch.self)
        let an = clan.user("an")
        try await an.says("*lunch")
        try await an.presses("pho")
        try await clan.restart()
        try await an.says("2")
        #expect(try await an.presses("Yes").last == .reply("Ordered. Orders so far: 1"))
    }

    @Test func `a lost acknowledgement does not repeat the answer`() async throws {
        let clan = try await TestClan(TeaCounter.self)
        clan.fail(send: 1, with: .lostAcknowledgement)
        try await clan.user("an").says("*tea")
        try await clan.advance(by: .seconds(1))
        try await clan.restart()
        #expect(try clan.messages().map(\.text) == ["*tea", "Cups of tea: 1"])
    }

    @Test func `the fixture of an order has the expected outcome`() async throws {
        let outcome = try await Fixture(text: order).replay(Lunch.self)
        #expect(outcome.differences == [])
    }

    private let order = #"""
        {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general","type":1}],"members":[{"id":"an"}]}
        {"seq":1,"at":"+0s","kind":"message","ch":"general","id":"m1","by":"an","text":"*lunch"}
        {"after":1,"expect":[{"reply":{"to":"m1","text":"Which dish?"}}]}
        {"kind":"restart","lose":"uncommitted"}
        {"seq":2,"at":"+5s","kind":"button","id":"pho","of":"a1","by":"an"}
        {"after":2,"expect":[{"edit_reply":{"to":"m1"}},{"reply":{"text":"How many portions?"}}]}
        {"seq":3,"at":"+10s","kind":"message","ch":"general","id":"m3","by":"an","text":"2"}
        {"after":3,"expect":[{"reply":{"to":"m3","text":"2 × pho?"}}]}
        {"seq":4,"at":"+15s","kind":"button","id":"Yes","of":"a3","by":"an"}
        {"after":4,"expect":[{"edit_reply":{"to":"m3"}},{"reply":{"text":"Ordered. Orders so far: 1"}}]}
        """#
}
