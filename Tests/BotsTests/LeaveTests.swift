import BotKit
import BotTesting
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct LeaveTests {
    private func clan() async throws -> TestClan {
        let place = try await TestClan(Leave.self)
        var options = Leave.Options()
        options.channel = place.channel("random")
        options.roles = [place.role("lead")]
        return try await TestClan(Leave(options: options))
    }

    private func asks(_ an: TestUser) async throws {
        for said in ["*leave", "2/3/2026", "2026-03-04"] { try await an.says(said) }
        try await an.presses("Sick")
        try await an.says("sốt cao")
    }

    @Test func `a leave request is confirmed, decided by a lead, and its author is notified`() async throws {
        let clan = try await clan()
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await asks(an)
        try await clan.restart(losing: .uncommitted)
        try await an.presses("Yes")
        #expect(try clan.messages().last?.text == "Sent as #1.")
        #expect(try clan.messages(in: "random").map(\.text) == ["#1 an: 2/3/2026 – 4/3/2026, sick. sốt cao"])
        let request = try #require(try clan.messages(in: "random").last)
        #expect(
            try await binh.presses("Approve", in: "random") == [.ephemeral("This button is not for you.", to: binh.id)])
        try await clan.give("lead", to: binh)
        try await clan.restart()
        try await binh.presses("Approve", in: "random")
        #expect(
            try clan.messages(in: "random").map(\.text)
                == ["#1 an: 2/3/2026 – 4/3/2026, sick. sốt cao\n→ approved, @\(binh.id)"])
        #expect(
            try clan.messages(with: an).map(\.text) == ["Your leave request was approved: an: 2/3/2026 – 4/3/2026, sick. sốt cao"]
        )
        await #expect(throws: TestClanError.refused(who: "binh", why: "requested resource not found")) {
            try await binh.presses("Reject", of: request)
        }
    }

    @Test func `the author of a leave request is notified when it is decided in a private channel`() async throws {
        let place = try await TestClan.withPrivatePlaces(Leave(options: Leave.Options()))
        var options = Leave.Options()
        options.channel = place.channel("board")
        options.users = [place.user("an").id]
        let clan = try await TestClan.withPrivatePlaces(Leave(options: options))
        let binh = clan.user("binh")
        try await asks(binh)
        try await binh.presses("Yes")
        try await clan.user("an").presses("Approve", in: "board")
        let news = "Your leave request was approved: binh: 2/3/2026 – 4/3/2026, sick. sốt cao"
        #expect(try clan.messages(with: binh).map(\.text) == [news])
    }

    @Test func `a leave request from a private channel is refused before its first question`() async throws {
        let place = try await TestClan.withPrivatePlaces(Leave(options: Leave.Options()))
        var options = Leave.Options()
        options.channel = place.channel("random")
        let clan = try await TestClan.withPrivatePlaces(Leave(options: options))
        let an = clan.user("an")
        let refusal: Action = .reply("What is said here stays in this private channel; use a public one.")
        #expect(try await an.says("*leave", in: "board") == [refusal])
        #expect(try await an.says("2/3/2026", in: "board") == [])
        #expect(try await an.says("*leave", in: "@an") == [.reply("Leave requests are not set up in this clan.")])
    }

    @Test func `an unconfirmed leave request is not sent`() async throws {
        let clan = try await clan()
        try await asks(clan.user("an"))
        #expect(try await clan.user("an").presses("No").last == .reply("The request was not sent."))
        #expect(try clan.messages(in: "random") == [])
    }

    @Test func `an end date before the start is asked for again`() async throws {
        let clan = try await clan()
        for said in ["*leave", "2/3/2026", "1/3/2026"] { try await clan.user("an").says(said) }
        #expect(try clan.messages().last?.text == "1/3/2026\n^^^^^^^^ this is before 2/3/2026\nUntil which day?")
    }

    @Test func `without a channel leave requests are not accepted`() async throws {
        let clan = try await TestClan(Leave.self)
        #expect(try await clan.user("an").says("*leave") == [.reply("Leave requests have no approvers here yet.")])
        #expect(try await clan.user("an").says("2/3/2026") == [])
    }

    @Test func `leave requests are accepted only in the clan of their channel`() async throws {
        var options = Leave.Options()
        options.channel = try await TestClan(Leave.self).channel("hall")
        let clan = try await TestClan.withAnnex(Leave(options: options))
        let an = clan.user("an")
        #expect(try await an.says("*leave") == [.reply("Leave requests are not set up in this clan.")])
        #expect(try await an.says("2/3/2026") == [])
        #expect(try await an.says("*leave", in: "hall") == [.reply("From which day?")])
    }

    @Test(arguments: [
        ("2/3/2026", "2/3/2026"), ("2026-03-02", "2/3/2026"), ("29/2/2028", "29/2/2028"), ("29/2/2026", nil), ("31/4/2026", nil),
        ("0/1/2026", nil), ("1/13/2026", nil), ("1/1/26", nil), ("1/1", nil), ("1-1-2026", nil), ("", nil), ("//", nil),
        ("99999999999999999999/1/2026", nil), ("2/3/2026/", nil), ("a/b/c", nil),
    ])
    func `a leave date is parsed in common formats`(word: String, day: String?) {
        #expect(LeaveDay(word)?.description == day)
    }
}
