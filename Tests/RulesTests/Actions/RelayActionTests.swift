import BotKit
import MezonModel
import Testing

@testable import Rules

@Suite struct RelayActionTests {
    private static func rule(
        _ relay: String = "{ to: [support, mod-log] }", _ trigger: String = "[message, edit, delete, reaction]"
    )
        -> String
    {
        "  - { id: a, trigger: \(trigger), in: { channels: general }, then: { relay: \(relay) } }"
    }

    private static func relayed(_ conclusion: Conclusion) -> [(ChannelID, Relayed)] {
        conclusion.actions.compactMap { action in
            guard case .resolved(let outgoing) = action, case .relay(let relayed) = outgoing.request else { return nil }
            return (outgoing.channel, relayed)
        }
    }

    @Test func `a message goes to each channel once, and says whose it is`() throws {
        let relayed = Self.relayed(try Harness(Self.rule()).say("hi"))
        #expect(relayed.map(\.0) == [12, 14])
        guard case .show(let draft, nil)? = relayed.first?.1.deed else {
            Issue.record("\(relayed)")
            return
        }
        #expect(draft.content.text == "hi" && draft.mentions == [])
        #expect(relayed.map(\.1.face) == [Relayed.Face("Bình"), Relayed.Face("Bình")])
        #expect(
            relayed.map(\.1.origin) == [100, 100] && relayed.map(\.1.channel) == [11, 11] && relayed.map(\.1.author) == [5, 5])
    }

    @Test func `what people wrote leads nowhere and notifies nobody, and its marks stay where they were`() throws {
        let said = try Harness(Self.rule("{ to: support, as: \"{{ channel.name }}\" }")).say("xin 👋 @an https://x.example") {
            message in
            message.mentions = [Mention(user: 7, username: "an", range: TextRange(7, 10))]
            message.content.markup = [Markup("lk", TextRange(11, 28)), Markup("b", TextRange(0, 3))]
            message.content.extras = [
                "ej": [["emojiid": "1", "s": 4, "e": 6], ["s": .integer(.max), "e": "x"]], "components": [["type": 1]],
                "embed": [],
            ]
        }
        guard case .show(let draft, _)? = Self.relayed(said).first?.1.deed else {
            Issue.record("\(said)")
            return
        }
        #expect(Self.relayed(said).first?.1.face == Relayed.Face("general"))
        #expect(draft.content.text == "xin 👋 @an https://x.example" && draft.mentions == [])
        #expect(draft.content.markup == [Markup("b", TextRange(0, 3))])
        #expect(draft.content.extras == ["ej": [["emojiid": "1", "s": 4, "e": 6], ["s": .integer(.max), "e": "x"]]])
    }

    @Test func `other bots' messages and notices are not shown`() throws {
        let house = try Harness(Self.rule(), members: [Member(clan: 1, user: 6, isBot: true)])
        #expect(Self.relayed(house.say("hi", by: Author(id: 6, username: "bot"))).isEmpty)
        #expect(Self.relayed(house.say("hi") { $0.code = MessageCode(rawValue: 5) }).isEmpty)
    }

    @Test func `it shows all that comes, however much and however late`() throws {
        let house = try Harness(Self.rule())
        for _ in 0..<700 { #expect(Self.relayed(house.say("hi")).count == 2) }
        #expect(Self.relayed(house.say("hi", isLate: true)).count == 2)
    }

    static let mistakes: [(String, String, [String])] = [
        ("{ to: general }", "join", ["1:64 nothing-to-act-on"]), ("{ to: nowhere }", "message", ["1:80 unknown-name"]),
        ("{ as: x }", "message", ["1:74 missing-key"]),
        ("{ to: support, carry: [edits] }", "message", ["1:97 not-triggered"]),
        ("{ to: support, carry: [pins] }", "message", ["1:97 unknown-word"]),
        ("support", "message", ["1:74 wrong-kind"]),
    ]

    @Test(arguments: mistakes)
    func `what cannot be meant is refused`(relay: String, trigger: String, codes: [String]) throws {
        let found = try Harness.compile(Self.rule(relay, trigger)).1
        #expect(found == codes)
    }
}
