import BotKit
import BotTesting
import Foundation
import Testing

/// Tests the base of a bot author's tests.
@Suite(.timeLimit(.minutes(15)))
struct TestClanTests {
    /// Counts thanks per clan.
    private struct Thanks: Bot {
        struct State: BotState { var points: [UserID: Int] = [:] }
        static let manifest = Manifest("thanks", needs: [.reply])
        let options: NoOptions

        func precheck(_ message: Message) -> Verdict {
            message.text.hasPrefix("*thanks") ? .pass : .skip("not *thanks")
        }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            guard let who = message.mentions.first else { return [.reply("whom?")] }
            let total = try await context.state(.clan).update { state in
                state.points[who.user, default: 0] += 1
                return state.points[who.user, default: 0]
            }
            return [.reply("\(who.username) has \(total)")]
        }

        func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
            guard case .edit(let message) = event else { return [] }
            return [.reply("edited: \(message.text)")]
        }
    }

    @Test func `messages are answered, and state survives a restart`() async throws {
        let clan = try await TestClan(Thanks.self)
        let an = clan.user("an")
        #expect(try await an.says("*thanks @binh") == [.reply("binh has 1")])
        try await clan.restart()
        #expect(try await an.says("*thanks @binh") == [.reply("binh has 2")])
        #expect(try await an.says("hello") == [])
        #expect(
            try clan.messages().map { "\($0.author.name): \($0.text)" } == [
                "an: *thanks @binh", "mezon-bot: binh has 1", "an: *thanks @binh", "mezon-bot: binh has 2", "an: hello",
            ])
    }

    /// Performs every kind of action.
    private struct Doer: Bot {
        static let manifest = Manifest("doer", needs: Set(Capability.allCases))
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            let words = message.text.split(separator: " ").map(String.init)
            switch words.first {
            case "*mute":
                let until = context.now.addingTimeInterval(600)
                return [.member(.mute(context.user, in: context.channel, until: until, reason: "asked"))]
            case "*kick": return [.member(.kick(context.user, of: context.clan, reason: "asked"))]
            case "*delete": return [.delete()]
            case "*dm": return [.directMessage("psst", to: context.user)]
            case "*whisper": return [.ephemeral("psst", to: context.user)]
            case "*long": return [.reply(Draft(String(repeating: "word ", count: 1500)))]
            case "*menu":
                let button: JSONValue = ["components": [["components": [["type": 1, "id": "yes"]]]]]
                return [.send(Draft(Content("choose", extras: button.object ?? [:])))]
            case "*past": return [.reply(Draft(try await context.history(limit: 3).map(\.text).joined(separator: ", ")))]
            case "*roles": return [.reply(Draft("\(try await context.member(context.user)?.roles ?? [])"))]
            default: return []
            }
        }

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            switch event {
            case .button(let click): [.send("pressed \(click.button)")]
            case .memberJoined(let joined): [.send("welcome \(joined.username)", to: .general)]
            case .memberLeft, .rolesChanged, .reaction, .delete: [.send("\(event.kind)", to: .random)]
            default: []
            }
        }
    }

    @Test func `users join, leave, get roles, react and press buttons`() async throws {
        let clan = try await TestClan(Doer.self)
        let an = clan.user("an"), moi = clan.user("moi")
        #expect(try await moi.joins() == [.send("welcome moi", to: .general)])
        await #expect(throws: TestClanError.alreadyMember("moi")) { try await moi.joins() }
        #expect(try await clan.give("helper", to: an) == [.send("roles-changed", to: .random)])
        #expect(try await an.says("*roles") == [.reply(Draft("\([clan.role("helper")])"))])
        try await an.says("*menu")
        #expect(try await moi.presses("yes") == [.send("pressed yes")])
        #expect(try await moi.reacts("👍") == [.send("reaction", to: .random)])
        #expect(try await moi.leaves() == [.send("member-left", to: .random)])
        await #expect(throws: TestClanError.refused(who: "moi", why: "channel not found")) { try await moi.says("hello") }
    }

    @Test func `a muted user cannot write until the mute ends`() async throws {
        let clan = try await TestClan(Doer.self)
        let an = clan.user("an")
        try await an.says("*mute")
        await #expect(throws: TestClanError.refused(who: "an", why: "channel permission denied")) { try await an.says("hello") }
        try await an.says("hello", in: "random")
        try await clan.advance(by: .seconds(601))
        try await an.says("hello")
    }

    @Test func `direct and ephemeral messages are visible to their user only`() async throws {
        let clan = try await TestClan(Doer.self)
        let an = clan.user("an")
        try await an.says("*dm")
        try await an.says("*whisper")
        #expect(try clan.messages(with: an).map(\.text) == ["psst"])
        #expect(clan.ephemeralMessages(to: an) == ["psst"])
        #expect(try clan.messages().map(\.text) == ["*dm", "*whisper"])
    }

    @Test func `a deleted message is removed, and the bot receives the event`() async throws {
        let clan = try await TestClan(Doer.self)
        #expect(try await clan.user("an").says("*delete") == [.delete(), .send("delete", to: .random)])
        #expect(try clan.messages() == [])
    }

    @Test func `an overlong bot message is split, and an overlong user message is rejected`() async throws {
        let clan = try await TestClan(Doer.self)
        try await clan.user("an").says("*long")
        #expect(try clan.messages().count == 3)
        await #expect(throws: TestClanError.refused(who: "an", why: "the content is longer than 4000 UTF-16 units")) {
            try await clan.user("an").says(String(repeating: "x", count: 4001))
        }
    }

    @Test func `a bot reads the channel's history`() async throws {
        let clan = try await TestClan(Doer.self)
        let an = clan.user("an")
        try await an.says("one")
        try await an.says("two")
        #expect(try await an.says("*past") == [.reply("one, two, *past")])
    }

    @Test(arguments: [
        (SendFault.rateLimited(after: .seconds(2)), Duration.seconds(2)), (.unavailable, .seconds(1)), (.lost, .seconds(1)),
        (.lostAcknowledgement, .seconds(1)),
    ])
    func `a send that fails temporarily arrives once after its delay`(fault: SendFault, pause: Duration) async throws {
        let clan = try await TestClan(Thanks.self)
        clan.fail(send: 1, with: fault)
        #expect(try await clan.user("an").says("*thanks @binh") == [.reply("binh has 1")])
        try await clan.advance(by: pause)
        #expect(try clan.messages().map(\.text) == ["*thanks @binh", "binh has 1"])
    }

    @Test func `a restart between attempts loses nothing`() async throws {
        let clan = try await TestClan(Thanks.self)
        clan.fail(send: 1, with: .rateLimited(after: .seconds(30)))
        try await clan.user("an").says("*thanks @binh")
        #expect(try clan.messages().count == 1)
        try await clan.restart(losing: .uncommitted)
        #expect(try clan.messages().count == 1)
        try await clan.advance(by: .seconds(30))
        #expect(try clan.messages().map(\.text) == ["*thanks @binh", "binh has 1"])
    }

    @Test func `a refused send is shown in the transcript`() async throws {
        let clan = try await TestClan(Thanks.self)
        clan.fail(send: 1, with: .refused("permission denied"))
        try await clan.user("an").says("*thanks @binh")
        #expect(clan.transcript.contains("the server refused the request (7): permission denied"))
        #expect(try clan.messages().count == 1)
    }

    @Test func `a crash before the commit counts once`() async throws {
        let clan = try await TestClan(Thanks.self)
        await clan.fail(commit: 1)
        #expect(try await clan.user("an").says("*thanks @binh") == [.reply("binh has 1")])
        #expect(try await clan.user("an").says("*thanks @binh") == [.reply("binh has 2")])
        #expect(try clan.messages().count == 4)
    }

    @Test func `edits reach the bot, even two within a second`() async throws {
        let clan = try await TestClan(Thanks.self)
        let an = clan.user("an")
        try await an.says("hello")
        #expect(try await an.edits("hello you") == [.reply("edited: hello you")])
        #expect(try await an.edits("hello them") == [.reply("edited: hello them")])
    }

    @Test(arguments: [
        "- { id: hi, trigger: message, when: { text: { any_word: [hello] } }, then: [{ reply: Hi! }] }",
        """
        version: 1
        rules:
          - { id: hi, trigger: message, in: { channels: [general] }, when: { text: { any_word: [hello] } }, then: [{ reply: Hi! }] }
        """,
    ])
    func `rules run in a test clan`(rules: String) async throws {
        let clan = try await TestClan(rules: rules)
        #expect(try await clan.user("an").says("hello").map(\.kind) == ["reply"])
        #expect(try clan.messages().last?.text == "Hi!")
    }

    @Test func `invalid rules are reported`() async throws {
        let error = await #expect(throws: TestClanError.self) { try await TestClan(rules: "- { id: hi, trigger: mesage }") }
        #expect(error.map { "\($0)" }?.contains("did you mean 'message'?") == true)
    }

    @Test func `an unknown channel is reported with the known ones`() async throws {
        let clan = try await TestClan(Thanks.self)
        await #expect(throws: TestClanError.noSuchChannel("genral", known: ["general", "random"])) {
            try await clan.user("an").says("hello", in: "genral")
        }
    }

    @Test func `the transcript shows messages, decisions and deliveries`() async throws {
        let clan = try await TestClan(Thanks.self)
        try await clan.user("an").says("*thanks @binh")
        #expect(
            clan.transcript == """
                2026-01-01T00:00:00Z #general an: "*thanks @binh"
                  #1 message
                    bot:thanks: reply
                    → #general reply "binh has 1"
                """)
    }

    @Test func `a test clan is deterministic`() async throws {
        var transcripts: Set<String> = []
        for _ in 0..<20 {
            let clan = try await TestClan(Doer.self)
            for text in ["*menu", "*dm", "*delete", "*mute"] { try await clan.user("an").says(text) }
            transcripts.insert(clan.transcript)
        }
        #expect(transcripts.count == 1)
    }
}
