import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct MessageActionTests {
    private static func footed(_ text: String) -> Draft { Draft(text + "\n\n(Answer STOP to get no more of these.)") }

    static let actions: [(String, [Action])] = [
        ("reply: hi", [.reply("hi")]),
        ("reply: { text: hi }", [.reply("hi")]),
        ("edit_reply: hi", [.editReply("hi")]),
        ("edit_reply: { text: hi }", [.editReply("hi")]),
        ("send: { to: mod-log, text: hi }", [.send("hi", to: 14)]),
        ("dm: { to: author, text: hi }", [.directMessage(footed("hi"), to: 5)]),
        ("dm: { text: hi }", [.directMessage(footed("hi"), to: 5)]),
        ("dm: { to: an, text: hi }", [.directMessage(footed("hi"), to: 7)]),
        ("dm: { to: \"{{ target }}\", text: hi }", [.directMessage(footed("hi"), to: 7)]),
        ("ephemeral: hi", [.ephemeral("hi", to: 5)]),
        ("ephemeral: { to: target, text: hi }", [.ephemeral("hi", to: 7)]),
        ("react: 👍", [.react("👍")]),
        ("unreact: 👍", [.unreact("👍")]),
        ("pin", [.pin]),
        (
            "forward: mod-log",
            [.send(Draft(Content("@an x", markup: [Markup("b", TextRange(4, 5))], extras: ["fwd": .bool(true)])), to: 14)]
        ),
        (
            "forward: { to: support }",
            [
                .send(Draft(Content("@an x", markup: [Markup("b", TextRange(4, 5))], extras: ["fwd": .bool(true)])), to: 12)
            ]
        ),
        (
            "reply: { text: x, buttons: [{ label: \"Hi {{ author.name }}\", route: hi }, { label: B, route: b, style: danger }] }",
            [
                .reply(
                    Draft(
                        Content(
                            "x",
                            extras: [
                                "components": .array([
                                    .object([
                                        "components": .array([button("hi", "Hi Bình", 1), button("b", "B", 4)])
                                    ])
                                ])
                            ])))
            ]
        ),
        (
            "send: { to: mod-log, embed: { title: T, text: \"{{ author.name }}\", color: \"#FF0000\", fields: [{ name: a, value: b }] } }",
            [
                .send(
                    Draft(
                        Content(
                            "",
                            extras: [
                                "embed": .array([
                                    .object([
                                        "title": .string("T"), "description": .string("Bình"), "color": .string("#ff0000"),
                                        "fields": .array([
                                            .object(["name": .string("a"), "value": .string("b"), "inline": .bool(false)])
                                        ]),
                                    ])
                                ])
                            ])), to: 14)
            ]
        ),
    ]

    private static func button(_ id: String, _ label: String, _ style: Int64) -> JSONValue {
        .object([
            "id": .string(id), "type": .integer(1),
            "component": .object(["label": .string(label), "style": .integer(style)]),
        ])
    }

    @Test(arguments: actions)
    func `message actions produce the expected action values`(action: String, expected: [Action]) throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: [ { \(action) } ] }".replacing("{ pin }", with: "pin"))
        let conclusion = harness.say("@an x") {
            $0.mentions = [Mention(user: 7, username: "an", range: TextRange(0, 3))]
            $0.content.markup = [Markup("b", TextRange(4, 5)), Markup("lk", TextRange(4, 5))]
            $0.content.extras = ["embed": .array([]), "components": .array([])]
        }
        #expect(conclusion.actions == expected)
        #expect(conclusion.cases == [])
    }

    @Test func `six buttons are laid out in two rows`() throws {
        let buttons = (1...6).map { "{ label: L\($0), route: r\($0) }" }.joined(separator: ", ")
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: { reply: { text: x, buttons: [\(buttons)] } } }")
        guard case .reply(let draft)? = harness.say("x").actions.first else { throw Missing() }
        #expect(draft.content.extras["components"]?.array?.map { $0.object?["components"]?.array?.count } == [5, 1])
    }

    @Test func `edit_reply edits the message that carries the pressed button`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: { button: { route: again } }, then: { edit_reply: done } }")
        #expect(harness.press("again").actions == [.edit(500, "done")])
    }

    private struct Missing: Error {}

    @Test func `dm skips a missing target and the bot itself`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { dm: { to: target, text: hi } } }")
        #expect(harness.say("x").contributions.map(\.reason) == ["always; no user to write to"])
        let toUs = harness.say("x") { $0.mentions = [Mention(user: RuleEngineHarness.me, range: TextRange(0, 1))] }
        #expect(toUs.actions == [])
    }

    @Test func `STOP opts a user out of direct messages until START`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, in: { dms: false }, then: { dm: { text: hi } } }")
        func answer(_ text: String) -> [Action] { harness.say(text, in: 90, clan: 0).actions }
        #expect(harness.say("x").actions.map(\.kind) == ["dm"])
        #expect(answer("please stop it") == [])
        #expect(answer(" *Stop ") == [.reply("You will no longer receive these messages. Answer START to receive them again.")])
        #expect(answer("STOP") == [])
        #expect(harness.say("x").contributions.map(\.reason) == ["always; 5 has opted out of direct messages"])
        #expect(answer("start") == [.reply("You will receive these messages again.")])
        #expect(harness.say("x").actions.map(\.kind) == ["dm"])
    }

    @Test(arguments: [(ChannelID(11), ClanID(0), false), (90, 1, true)])
    func `STOP opts out in a direct conversation of the directory, whatever clan the message claims`(
        channel: ChannelID, claimed: ClanID, optsOut: Bool
    ) throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: join, then: { dm: { text: hi } } }")
        #expect(harness.say("STOP", in: channel, clan: claimed).actions.isEmpty == !optsOut)
    }

    @Test func `STOP has no effect when no rule sends direct messages`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: hi } }")
        #expect(harness.say("STOP", in: 90, clan: 0).actions == [.reply("hi")])
    }

    @Test func `an alert without a text names the rule, the user, the channel and the explain command`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, title: Bad words, trigger: message, when: { text: { contains: bad } }, then: [ alert, { alert: support } ] }"
        )
        let text = "🔔 Bad words\nBình (5) in Lab/#general\n“BAD”\nWhy: mezon-bot rules explain 100"
        #expect(harness.say("so BAD").actions == [.send(Draft(text), to: 14), .send(Draft(text), to: 12)])
    }

    @Test func `an alert uses its own text, or the locale of the bot`() throws {
        let own = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: { alert: { to: support, text: \"{{ author | mention }}!\" } } }")
        #expect(
            own.say("x").actions == [
                .send(Draft(Content("@Bình!"), mentions: [Mention(user: 5, username: "Bình", range: TextRange(0, 5))]), to: 12)
            ])
        let vietnamese = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: alert }", configuration: RuleEngineHarness.moderation + "bot: { locale: vi }\n")
        #expect(
            vietnamese.say("x").actions == [
                .send(Draft("🔔 a\nBình (5) tại Lab/#general\n“x”\nVì sao: mezon-bot rules explain 100"), to: 14)
            ])
    }

    @Test func `report alerts moderators and records a case without a sanction`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { report: spam } }")
        let conclusion = harness.say("buy this")
        #expect(
            conclusion.actions == [
                .send(Draft("🔔 Report (spam)\nBình (5) in Lab/#general\n“buy this”\nWhy: mezon-bot rules explain 100"), to: 14)
            ])
        #expect(
            conclusion.cases == [
                CaseDraft(
                    kind: "report", user: 5, clan: 1, channel: 11, message: 100, reason: "spam",
                    evidence: [
                        Evidence(
                            message: 100, channel: 11, author: 5, text: "buy this", attachments: [], at: RuleEngineHarness.start)
                    ])
            ])
    }
}
