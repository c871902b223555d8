import BotKit
import Foundation
import MezonTesting
import Testing

@testable import BotKit

@Suite(.timeLimit(.minutes(15)))
struct PressTests {
    @Test func `a press comes back with what the button carries, after a restart and a kill too`() async throws {
        let clan = try await TestClan(Ballot.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*vote")
        #expect(try await an.presses("Phở") == [.edit("Lunch? 1")])
        let message = try #require(try clan.messages().last)
        #expect(message.text == "Lunch? 1")
        try await clan.restart(losing: .uncommitted)
        // The edit has taken the buttons away.
        #expect(try await binh.presses("~ballot/vote/1", of: message) == [])
        try await an.says("*vote")
        await clan.fail(commit: 1)
        #expect(try await binh.presses("Bún") == [.edit("Lunch? 2")])
        #expect(try clan.messages().map(\.text) == ["*vote", "Lunch? 1", "*vote", "Lunch? 2"])
    }

    @Test func `a select gives the choice that was made`() async throws {
        let clan = try await TestClan(Ballot.self)
        try await clan.user("an").says("*pick")
        #expect(try await clan.user("binh").chooses(["Bún, chả"], from: "Dish") == [.reply("b,\"c")])
        #expect(try await clan.user("binh").chooses(["x"], from: "Dish") == [])
        #expect(try await clan.user("binh").chooses([], from: "Dish") == [])
    }

    @Test func `who may not press is told so, alone`() async throws {
        let clan = try await TestClan(Ballot.self)
        try await clan.user("an").says("*vote")
        let an = clan.user("an")
        #expect(try await an.presses("Host") == [.whisper("This button is not for you.", to: an.id)])
    }

    @Test func `after a mistake nothing is remembered, and who made it is told`() async throws {
        let (actions, _, _) = try await press("~ballot/vote/7", of: ["~ballot/vote/7"])
        #expect(actions == [.whisper("there are two dishes", to: 101)])
        #expect(try await press("~ballot/vote/1", of: ["~ballot/vote/1"]).actions == [.edit(" 1")])
    }

    @Test func `a button that an older build has made says so`() async throws {
        let (actions, reason, _) = try await press(#"~ballot/vote/"x""#, of: [#"~ballot/vote/"x""#])
        #expect(actions == [.whisper("this button is of an older version and does nothing any more", to: 101)])
        #expect(reason == "vote: this button is of an older version and does nothing any more")
    }

    @Test(arguments: ["~ballot/vote/1", "~ballot/host/", "~ballot/~/1.0.0"])
    func `what comes of a press belongs to the topic of the message`(button: String) async throws {
        #expect(try await press(button, of: [button], in: 7).topic == 7)
        #expect(try await press(button, of: [button]).topic == nil)
    }

    private static let notThere = "vote: the message carries no such button, or no longer"

    @Test(arguments: [
        ("~ballot/vote/0", notThere), ("~ballot/vote/", notThere), ("~ballot/vote/99999999999999999999", notThere),
        ("~ballot/vote/{{{{", notThere), ("~ballot/vote/1 ", notThere), ("~ballot/vote/1\u{0}", notThere),
        ("~ballot/vote//1", notThere), ("~ballot/pick/", "pick: the message carries no such button, or no longer"),
        ("~ballot/~/1.0.0", "the message carries no such button, or no longer"), ("~ballot/nothing/1", "it has no such route"),
        ("~ballot/~~/1", "it has no such route"), ("~other/vote/1", "a component of another bot"),
        ("~", "no component is called so"), ("~/", "no component is called so"), ("~ballot", "no component is called so"),
        ("~ballot/vote", "no component is called so"), ("~//", "no component is called so"),
        ("~ballot/vote/\(String(repeating: "1", count: 5000))", "no component is called so"),
        ("~😀/\u{202E}/1", "a component of another bot"),
    ])
    func `anybody can send anything, and it does nothing but be told`(button: String, reason: String) async throws {
        let result = try await press(button, of: ["~ballot/vote/1"])
        #expect(result.actions == [])
        #expect(result.reason == reason)
    }

    @Test func `a message that is not ours, or not known, carries nothing`() async throws {
        #expect(try await press("~ballot/vote/1", of: ["~ballot/vote/1"], by: .binh).reason == "vote: the message is not ours")
        let unknown = try await press("~ballot/vote/1", of: nil)
        #expect(unknown.reason == "vote: nothing is known of the message, or it is gone")
        #expect(unknown.actions == [])
    }

    @Test func `what is not ours by its name goes to notice, as ever`() async throws {
        #expect(try await press("role/member", of: []).actions == [.reply("noticed role/member")])
    }

    @Test func `a message that was deleted carries nothing any more`() async throws {
        let clan = try await TestClan(Ballot.self)
        try await clan.user("an").says("*vote")
        let message = try #require(try clan.messages().last)
        #expect(try await clan.user("an").presses("Bún", of: message) == [.edit("Lunch? 1")])
        #expect(try await clan.user("an").presses("~ballot/vote/1", of: message) == [])
        #expect(clan.transcript.contains("the message carries no such button, or no longer"))
    }

    @Test func `a payload that is too long is refused where the button is made`() throws {
        let word = String(repeating: "a", count: 255)
        #expect(throws: ComponentError.payloadTooLong(route: "pick", bytes: 257, most: 256)) { try Ballot.pick.button("x", word) }
        #expect(throws: ComponentError.tooManyChoices(route: "pick", count: 26, most: 25)) {
            try Ballot.pick.select("x", (0..<26).map { ("\($0)", "\($0)") })
        }
        let buttons = try (0..<26).map { try Ballot.vote.button("\($0)", $0) }
        #expect(throws: ComponentError.tooManyRows(count: 6, most: 5)) { try Draft("").adding(buttons) }
        #expect(try Draft("").adding(Array(buttons.prefix(25))).content.extras["components"]?.array?.count == 5)
    }

    // What these come down to

    /// What comes of a press of a message that carries some buttons; nothing is known of it without them.
    private func press(
        _ button: String, of buttons: [String]?, by author: Author = .me, in topic: TopicID = 0
    ) async throws -> (actions: [Action], reason: String, topic: TopicID?) {
        let message = try buttons.map { ids in
            let draft = try Draft("").adding(ids.map { Component.button(id: $0, label: $0, style: .primary) })
            return Message.make(content: draft.content, by: author, topic: topic)
        }
        let house = BotRuntime(ask: { question in
            switch question {
            case .message(let id, in: _): .message(id == message?.id ? message : nil)
            case .member: .member(nil)
            default: .failed("not asked for")
            }
        })
        let click = ButtonClick(
            message: message?.id ?? 1, channel: .general, button: button, user: 101, messageAuthor: author.id)
        let bot = BotHandler(Ballot(options: NoOptions()), house: house)
        switch bot.attendance(at: .button(click), EventContext(now: .distantPast, me: Author.me.id)) {
        case .absent(let reason): return ([], reason, nil)
        case .deliberating(let prepare, let end):
            let contributions = try await prepare()()
            end(.success(contributions))
            return (contributions.flatMap(\.actions), contributions.first?.reason ?? "", contributions.first?.topic)
        default: return ([], "", nil)
        }
    }
}
