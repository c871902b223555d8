import BotKit
import BotTesting
import Foundation
import Testing

@testable import BotKit

@Suite(.timeLimit(.minutes(15)))
struct PressTests {
    @Test func `a button click carries its payload, also after a restart and a crash`() async throws {
        let clan = try await TestClan(Ballot.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*vote")
        #expect(try await an.presses("Phở") == [.edit("Lunch? 1")])
        let message = try #require(try clan.messages().last)
        #expect(message.text == "Lunch? 1")
        try await clan.restart(losing: .uncommitted)
        // The edit has removed the buttons.
        await #expect(throws: TestClanError.self) { try await binh.presses("~ballot/vote/1", of: message) }
        try await an.says("*vote")
        await clan.fail(commit: 1)
        #expect(try await binh.presses("Bún") == [.edit("Lunch? 2")])
        #expect(try clan.messages().map(\.text) == ["*vote", "Lunch? 1", "*vote", "Lunch? 2"])
    }

    @Test func `a select yields the chosen option`() async throws {
        let clan = try await TestClan(Ballot.self)
        try await clan.user("an").says("*pick")
        #expect(try await clan.user("binh").chooses(["Bún, chả"], from: "Dish") == [.reply("b,\"c")])
        await #expect(throws: TestClanError.self) { try await clan.user("binh").chooses(["x"], from: "Dish") }
        #expect(try await clan.user("binh").chooses([], from: "Dish") == [])
    }

    @Test func `a user who may not click a button is told so ephemerally`() async throws {
        let clan = try await TestClan(Ballot.self)
        try await clan.user("an").says("*vote")
        let an = clan.user("an")
        #expect(try await an.presses("Host") == [.ephemeral("This button is not for you.", to: an.id)])
    }

    @Test func `a user who may be an application is asked to press again`() async throws {
        var member = Member(clan: .test, user: 101)
        member.isUnidentified = true
        let result = try await press("~ballot/host/", of: ["~ballot/host/"], member: member, identified: member)
        let drafts = result.actions.compactMap { if case .ephemeral(let draft, to: 101) = $0 { draft.content.text } else { nil } }
        #expect(drafts.count == 1)
        #expect(drafts.allSatisfy { $0.hasSuffix("Please press again in a moment.") })
        #expect(result.reason == "host: 101 is not identified yet")
    }

    @Test func `the server is asked about a user who may be an application`() async throws {
        let identified = Member(clan: .test, user: 102)
        var member = identified
        member.isUnidentified = true
        let result = try await press("~ballot/host/", of: ["~ballot/host/"], member: member, identified: identified, user: 102)
        #expect(result.actions == [.reply("a host")])
    }

    @Test func `a usage error in a click changes no state and is told to the user`() async throws {
        let (actions, _, _) = try await press("~ballot/vote/7", of: ["~ballot/vote/7"])
        #expect(actions == [.ephemeral("there are two dishes", to: 101)])
        #expect(try await press("~ballot/vote/1", of: ["~ballot/vote/1"]).actions == [.edit(" 1")])
    }

    @Test func `a button of an older version says so`() async throws {
        let (actions, reason, _) = try await press(#"~ballot/vote/"x""#, of: [#"~ballot/vote/"x""#])
        #expect(actions == [.ephemeral("this button belongs to an older version and no longer works", to: 101)])
        #expect(reason == "vote: this button belongs to an older version and no longer works")
    }

    @Test(arguments: ["~ballot/vote/1", "~ballot/host/", "~ballot/~/1.0.0"])
    func `the result of a click belongs to the topic of its message`(button: String) async throws {
        #expect(try await press(button, of: [button], in: 7).topic == 7)
        #expect(try await press(button, of: [button]).topic == nil)
    }

    private static let notThere = "vote: the message does not have this button"

    @Test(arguments: [
        ("~ballot/vote/0", notThere), ("~ballot/vote/", notThere), ("~ballot/vote/99999999999999999999", notThere),
        ("~ballot/vote/{{{{", notThere), ("~ballot/vote/1 ", notThere), ("~ballot/vote/1\u{0}", notThere),
        ("~ballot/vote//1", notThere), ("~ballot/pick/", "pick: the message does not have this button"),
        ("~ballot/~/1.0.0", "the message does not have this button"), ("~ballot/nothing/1", "unknown route"),
        ("~ballot/~~/1", "unknown route"), ("~other/vote/1", "a component of another bot"),
        ("~", "unknown component"), ("~/", "unknown component"), ("~ballot", "unknown component"),
        ("~ballot/vote", "unknown component"), ("~//", "unknown component"),
        ("~ballot/vote/\(String(repeating: "1", count: 5000))", "unknown component"),
        ("~😀/\u{202E}/1", "a component of another bot"),
    ])
    func `an invalid button id has no effect and is traced`(button: String, reason: String) async throws {
        let result = try await press(button, of: ["~ballot/vote/1"])
        #expect(result.actions == [])
        #expect(result.reason == reason)
    }

    @Test func `a click on an unknown message, or one of another author, has no effect`() async throws {
        #expect(
            try await press("~ballot/vote/1", of: ["~ballot/vote/1"], by: .binh).reason
                == "vote: the message was not sent by this account")
        let unknown = try await press("~ballot/vote/1", of: nil)
        #expect(unknown.reason == "vote: the message is unknown or was deleted")
        #expect(unknown.actions == [])
    }

    @Test func `a click without a component route goes to onEvent`() async throws {
        #expect(try await press("role/member", of: []).actions == [.reply("noticed role/member")])
    }

    @Test func `the gateway rejects a click on a button that an edit has removed`() async throws {
        let clan = try await TestClan(Ballot.self)
        try await clan.user("an").says("*vote")
        let message = try #require(try clan.messages().last)
        #expect(try await clan.user("an").presses("Bún", of: message) == [.edit("Lunch? 1")])
        await #expect(throws: TestClanError.self) { try await clan.user("an").presses("~ballot/vote/1", of: message) }
    }

    @Test func `an oversized payload is rejected when the button is created`() throws {
        let word = String(repeating: "a", count: 255)
        #expect(throws: ComponentError.payloadTooLong(route: "pick", bytes: 257, most: 256)) { try Ballot.pick.button("x", word) }
        #expect(throws: ComponentError.tooManyChoices(route: "pick", count: 26, most: 25)) {
            try Ballot.pick.select("x", (0..<26).map { ("\($0)", "\($0)") })
        }
        let buttons = try (0..<26).map { try Ballot.vote.button("\($0)", $0) }
        #expect(throws: ComponentError.tooManyRows(count: 6, most: 5)) { try Draft("").adding(buttons) }
        #expect(try Draft("").adding(Array(buttons.prefix(25))).content.extras["components"]?.array?.count == 5)
    }

    // Helpers

    /// Returns the result of a click on a message with some buttons. Without buttons the message is unknown.
    private func press(
        _ button: String, of buttons: [String]?, by author: Author = .me, in topic: TopicID = 0, member: Member? = nil,
        identified: Member? = nil, user: UserID = 101
    ) async throws -> (actions: [Action], reason: String, topic: TopicID?) {
        let message = try buttons.map { ids in
            let draft = try Draft("").adding(ids.map { Component.button(id: $0, label: $0, style: .primary) })
            return Message.make(content: draft.content, by: author, topic: topic)
        }
        let runtime = BotRuntime(ask: { question in
            switch question {
            case .message(let id, in: _): .message(id == message?.id ? message : nil)
            case .member: .member(member)
            case .identifiedMember: .member(identified)
            default: .failed("not asked for")
            }
        })
        let click = ButtonClick(
            message: message?.id ?? 1, channel: .general, button: button, user: user, messageAuthor: author.id)
        let bot = BotHandler(Ballot(options: NoOptions()), runtime: runtime)
        switch bot.handle(.button(click), in: EventContext(now: .distantPast, me: Author.me.id)) {
        case .absent(let reason): return ([], reason, nil)
        case .awaiting(let prepare, let end):
            let results = try await prepare()()
            end(.success(results))
            return (results.flatMap(\.actions), results.first?.reason ?? "", results.first?.topic)
        default: return ([], "", nil)
        }
    }
}
