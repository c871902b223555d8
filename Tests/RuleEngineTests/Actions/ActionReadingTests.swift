import Testing

@testable import RuleEngine

/// Tests that an invalid action is reported with its source position.
@Suite struct ActionReadingTests {
    static let mistakes: [(String, String)] = [
        ("reply: { txt: hi }", "unknown-key"),
        ("reply: { text: x, buttons: [{ label: a }] }", "missing-key"),
        ("reply: { text: x, buttons: [{ label: a, route: ask/1 }] }", "reserved-route"),
        ("reply: { text: x, buttons: [{ label: a, route: r, style: blue }] }", "unknown-word"),
        ("reply: { embed: { title: x, color: red } }", "bad-color"),
        ("reply: { embed: {} }", "missing-key"),
        ("reply: { text: x, allow_mentions: [evryone] }", "unknown-name"),
        ("send: { text: x }", "missing-key"),
        ("send: { to: modlog, text: x }", "unknown-name"),
        ("dm: { to: \"{{ message.text }}\", text: x }", "wrong-kind"),
        ("dm: { to: nobody, text: x }", "unknown-name"),
        ("delete: now", "wrong-kind"),
        ("delete: { scope: burst }", "no-burst"),
        ("delete: { scope: { last: 500 } }", "wrong-number"),
        ("delete: { scope: all }", "unknown-word"),
        ("pin: x", "wrong-kind"),
        ("archive: { include_last: lots }", "wrong-number"),
        ("mute", "missing-key"),
        ("mute: { in: here }", "missing-key"),
        ("mute: { for: ten minutes }", "bad-duration"),
        ("mute: { for: 10m, in: [] }", "missing-value"),
        ("mute: { for: 10m, in: hear }", "unknown-name"),
        ("unban", "missing-key"),
        ("add_role: devs", "unknown-name"),
        ("escalate: standart", "unknown-ladder"),
        ("escalate: { ladder: l, by: 0 }", "wrong-number"),
        ("counter: { bump: { name: x } }", "unknown-word"),
        ("counter: { add: { by: 2 } }", "missing-key"),
        ("counter: { add: { name: x, scope: world } }", "unknown-scope"),
        ("counter: { add: { name: x, by: 2, distinct: \"{{ author.id }}\" } }", "contradiction"),
        ("set: { var: v, value: x, ttl: 1h }", "contradiction"),
        ("set: { var: a b, value: x }", "bad-name"),
        ("set_level: panic", "unknown-word"),
        ("ask: { text: x }", "missing-key"),
        ("ask: { approve: [ { escalate: l } ] }", "not-in-question"),
        ("ask: { approve: [ { ask: { approve: [ kick ] } } ] }", "not-in-question"),
        ("ask: { approve: [ { run: { bot: dice, command: x } } ] }", "not-in-question unknown-bot"),
        ("ask: { approve: [ { stop: all } ], on_expire: reject }", "not-in-question"),
        ("ask: { approve: [ kick ], on_expire: kick }", "unknown-word"),
        ("if: { then: [ kick ] }", "missing-key"),
        ("run: { command: x }", "missing-key"),
        ("run: { bot: dices, command: x }", "unknown-bot"),
        ("stop: everything", "unknown-word"),
        ("reply: { text: x, on_error: explode }", "unknown-word"),
        ("sleep: { for: 5m }", "unknown-action"),
    ]

    @Test(arguments: mistakes)
    func `an invalid action yields its diagnostic code`(action: String, codes: String) throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: [ { \(action) } ] }",
            configuration: RuleEngineHarness.moderation + "ladders: { l: { counter: c, steps: [{ at: 1, then: [warn] }] } }\n")
        #expect(found.map { $0.split(separator: " ").last.map(String.init) ?? "" }.sorted().joined(separator: " ") == codes)
    }

    static let occasions: [(String, String, Bool)] = [
        ("reply: x", "join", false), ("send: { to: general, text: x }", "join", true), ("react: x", "channel_created", false),
        ("delete", "voice_joined", false), ("mute: { for: 1m }", "join", false), ("mute: { for: 1m, in: clan }", "join", true),
        ("warn", "join", false), ("run: { bot: dice, command: x }", "edit", false), ("reply: x", "reaction", true),
        ("dm: { to: author, text: x }", "join", true), ("dm: { to: target, text: x }", "join", false), ("kick", "join", true),
    ]

    @Test(arguments: occasions)
    func `an action without a subject in its trigger is rejected`(action: String, trigger: String, isGood: Bool) throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: \(trigger), then: [ { \(action) } ] }".replacing(": x }", with: ": x }"),
            configuration: RuleEngineHarness.moderation + "bots: { dice: { enabled_in: all } }\n")
        #expect(found.isEmpty == isGood, "\(found)")
    }

    @Test func `alert and report require a channel, and ask requires moderators`() throws {
        func codes(_ action: String, _ configuration: String) throws -> [String] {
            try RuleEngineHarness.compile("  - { id: a, trigger: message, then: [ \(action) ] }", configuration: configuration).1
        }
        #expect(try codes("alert", "") == ["1:40 missing-key"])
        #expect(try codes("report: spam", "") == ["1:40 missing-key"])
        #expect(try codes("ask: { channel: general, approve: [ kick ] }", "") == ["1:40 missing-key"])
        #expect(try codes("ask: { channel: general, approve: [ kick ], by_role: staff }", "") == [])
    }
}
