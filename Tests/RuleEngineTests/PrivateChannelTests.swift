import BotKit
import ChatModel
import Testing

@testable import RuleEngine

/// Tests that content of private channels stays there unless a rule names the channel.
@Suite struct PrivateChannelTests {
    private static let channels =
        RuleEngineHarness.channels + [
            Channel(id: 16, clan: 1, parent: 11, kind: .thread, label: "secret", isPrivate: true),
            Channel(id: 17, clan: 1, label: "board", isPrivate: true),
            Channel(id: 18, clan: 1, parent: 17, kind: .thread, label: "a thread of the board"),
            Channel(id: 19, clan: 1, kind: .thread, label: "a thread of nobody knows what"),
        ]
    private static let names = """
        names:
          clans: { lab: "1" }
          categories: { projects: "31" }
          channels: { general: "11", support: "12", mod-log: "14", thread: "15", secret: "16", board: "17", orphan: "19" }
          roles: { staff: "21", dev: "22" }
          users: { an: "7", mai: "8" }

        """
    private static let other = "  - { id: other, trigger: join, then: { send: { to: general, text: x } } }"

    private static func harness(
        _ rules: String, _ configuration: String = RuleEngineHarness.moderation, warned: Set<String> = []
    ) throws -> RuleEngineHarness {
        try RuleEngineHarness(rules, names: names, configuration: configuration, channels: channels, warned: warned)
    }

    private static func link(_ link: String) throws -> RuleEngineHarness { try harness(other, "relays: { a: \(link) }\n") }

    private static func destinations(_ decision: RuleDecision) -> [ChannelID] {
        decision.actions.compactMap { action in
            switch action {
            case .resolved(let outgoing): outgoing.channel
            case .send(_, let channel): channel
            default: nil
            }
        }
    }

    private static func reasons(_ decision: RuleDecision) -> String {
        decision.results.map(\.reason).joined(separator: "\n")
    }

    static let links: [(String, ChannelID, [ChannelID])] = [
        ("{ from: general, to: support }", 11, [12]),
        ("{ from: general, to: support }", 15, []),
        ("{ from: general, to: support }", 16, []),
        ("{ from: general, to: support, threads: include }", 15, [12]),
        ("{ from: general, to: support, threads: include }", 16, []),
        ("{ from: general, to: support, threads: exclude }", 15, []),
        ("{ from: [general, thread], to: support }", 15, [12]),
        ("{ from: secret, to: support }", 16, [12]),
        ("{ from: secret, to: support }", 11, []),
        ("{ from: board, to: support }", 17, [12]),
        ("{ from: board, to: support }", 18, []),
        ("{ from: board, to: support, threads: include }", 18, [12]),
        ("{ from: orphan, to: support }", 19, [12]),
    ]

    @Test(arguments: links)
    func `a link includes public threads only with threads include, and private ones only by name`(
        link: String, place: ChannelID, expected: [ChannelID]
    ) throws {
        #expect(Self.destinations(try Self.link(link).say("confidential", in: place)) == expected)
    }

    @Test func `a message relayed from a thread shows the thread's name`() throws {
        func face(_ rule: String, in place: ChannelID) throws -> String? {
            let said = try Self.link(rule).say("hi", in: place)
            guard case .resolved(let outgoing)? = said.actions.first, case .relay(let relayed) = outgoing.request else {
                return nil
            }
            return relayed.face?.name
        }
        #expect(try face("{ from: general, to: support, threads: include }", in: 15) == "a thread · Bình")
        #expect(try face("{ from: general, to: support, threads: include }", in: 11) == "Bình")
        #expect(try face("{ from: general, to: support, threads: include, as: \"{{ author.name }}\" }", in: 15) == "Bình")
    }

    static let scopes: [(String, ChannelID, Bool)] = [
        ("in: { channels: general }", 15, true), ("in: { channels: general }", 16, false),
        ("in: { channels: [general, secret] }", 16, true), ("in: { channels: secret }", 16, true),
        ("in: { channels: board }", 17, true), ("in: { channels: board }", 18, true),
        ("in: { clans: lab }", 16, true), ("in: { clans: lab }", 17, true), ("in: { dms: false }", 16, true),
        ("in: { except_channels: general }", 16, false), ("in: { except_channels: general }", 19, false),
        ("in: { except_channels: general, channels: [orphan, support] }", 19, true),
        ("in: { channels: general, threads: exclude }", 15, false),
        ("in: { channels: [general, thread], threads: exclude }", 15, true), ("in: { threads: exclude }", 19, false),
        ("when: { channel: { is: general } }", 15, true), ("when: { channel: { is: general } }", 16, false),
    ]

    @Test(arguments: scopes)
    func `a rule on a channel covers its public threads, and one without a channel covers all`(
        keys: String, place: ChannelID, holds: Bool
    ) throws {
        let harness = try Self.harness("  - { id: a, trigger: message, \(keys), then: { reply: x } }")
        #expect(harness.say("x", in: place).actions.isEmpty == !holds)
    }

    @Test(arguments: [("user", "", false), ("clan", "", false), ("user", "in: { channels: [board, general] }, ", true)])
    func `a stored variable does not carry content out of a private channel`(scope: String, keys: String, stored: Bool) throws {
        let harness = try Self.harness(
            """
              - id: keep
                trigger: message
                \(keys.isEmpty ? "" : "in: { channels: [board, general] }")
                when: { text: { contains: keep } }
                then: { set: { var: x, scope: \(scope), value: "{{ message.text }}" } }
              - { id: tell, trigger: message, when: { text: { contains: tell } }, then: { send: { to: support, text: "[{{ vars.x }}]" } } }
            """)
        let kept = harness.say("keep confidential", in: 17)
        #expect(Self.reasons(kept).contains("not stored: the message is from a private channel") == !stored)
        guard case .send(let draft, _)? = harness.say("tell", in: 11).actions.first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(draft.content.text.contains("confidential") == stored)
    }

    @Test func `a report shows no text of a private channel in its title`() throws {
        let harness = try Self.harness(
            "  - { id: a, trigger: message, then: { report: { kind: \"{{ message.text }}\", to: support } } }")
        for (place, shows) in [(ChannelID(17), false), (11, true)] {
            let texts = harness.say("confidential", in: place).actions.compactMap { action -> String? in
                guard case .send(let draft, 12) = action else { return nil }
                return draft.content.text
            }
            #expect(texts.count == 1)
            #expect(texts.contains { $0.contains("confidential") } == shows)
        }
    }

    @Test func `a deletion reaches the copies of a channel that became private`() throws {
        let harness = try Self.harness("  - { id: a, trigger: [message, delete], then: { relay: { to: support } } }")
        #expect(Self.destinations(harness.say("confidential", in: 17)).isEmpty)
        let deletion = harness.feed(.delete(Removal(message: 100, clan: 1, channel: 17, sender: 5, at: RuleEngineHarness.at(2))))
        #expect(Self.destinations(deletion) == [12])
    }

    static let movers: [(action: String, refusal: String)] = [
        ("relay: { to: support }", "not relayed"), ("forward: support", "not forwarded"),
        ("send: { to: support, text: \"{{ message.text }}\" }", "not sent"),
        ("send: { to: support, embed: { title: \"{{ message.without_headers }}\" } }", "not sent"),
        ("dm: { to: mai, text: \"{{ message.text }}\" }", "not sent"),
    ]

    @Test(arguments: movers)
    func `content of a private channel leaves it only when the rule names the channel`(action: String, refusal: String) throws {
        func decide(_ keys: String, in place: ChannelID) throws -> RuleDecision {
            let harness = try Self.harness(
                "  - { id: a, trigger: message, \(keys)then: { \(action) } }",
                warned: keys.contains("dms") ? ["1:7 private-content"] : [])
            return harness.say("confidential", in: place, clan: place == 90 ? 0 : 1)
        }
        for place: ChannelID in [11, 12, 15] where place != 12 { #expect(try !decide("", in: place).actions.isEmpty) }
        for place: ChannelID in [16, 17, 18, 19, 90, 999] {
            let refused = try decide("", in: place)
            #expect(refused.actions.isEmpty, "\(place)")
            #expect(Self.reasons(refused).contains("\(refusal): the message is from a private channel that 'in' does not name"))
        }
        #expect(try decide("in: { clans: lab }, ", in: 17).actions.isEmpty)
        #expect(try !decide("in: { channels: [secret, board, orphan] }, ", in: 16).actions.isEmpty)
        #expect(try !decide("in: { channels: [secret, board, orphan] }, ", in: 18).actions.isEmpty)
        #expect(try !decide("in: { channels: [secret, board, orphan] }, ", in: 19).actions.isEmpty)
        #expect(try !decide("in: { dms: true }, ", in: 90).actions.isEmpty)
    }

    static let harmless = [
        "reply: \"{{ message.text }}\"", "send: { to: support, text: \"{{ author.name }} in {{ channel.name }}\" }",
        "dm: { text: \"You said {{ message.text }}\" }", "delete", "alert",
    ]

    @Test(arguments: harmless)
    func `actions that reveal no content run in private channels`(action: String) throws {
        let rule = "  - { id: a, trigger: message, mode: enforce, then: [\(action.contains(":") ? "{ \(action) }" : action)] }"
        let harness = try Self.harness(rule, warned: action == "delete" ? ["1:7 no-condition"] : [])
        #expect(!harness.say("confidential", in: 17).actions.isEmpty)
    }

    @Test(arguments: ["alert", "alert: { text: \"{{ message.text }}\" }", "report: spam"])
    func `alerts about a private channel omit the message text`(action: String) throws {
        func text(in place: ChannelID) throws -> String? {
            let harness = try Self.harness(
                "  - { id: a, trigger: message, then: [\(action.contains(":") ? "{ \(action) }" : action)] }")
            guard case .send(let draft, 14)? = harness.say("confidential", in: place).actions.first else { return nil }
            return draft.content.text
        }
        #expect(try text(in: 11)?.contains("confidential") == true)
        #expect(try text(in: 17).map { $0.contains("confidential") } == false)
    }

    @Test func `a step of a ladder shows nothing of a private place that the rule does not name`() throws {
        func decide(_ keys: String) throws -> RuleDecision {
            try Self.harness(
                "  - { id: a, trigger: message, mode: enforce, \(keys)then: { escalate: l } }",
                RuleEngineHarness.moderation
                    + "ladders: { l: { counter: c, steps: [{ at: 1, then: [{ forward: support }] }] } }\n"
            ).say("confidential", in: 17)
        }
        let refused = try decide("")
        #expect(refused.actions.isEmpty)
        #expect(Self.reasons(refused).contains("not forwarded: the message is from a private channel that 'in' does not name"))
        #expect(try !decide("in: { channels: board }, ").actions.isEmpty)
    }

    @Test func `a channel that the configuration calls private is private whatever else is known`() throws {
        let rule = "  - { id: a, trigger: message, then: { forward: mod-log } }"
        let harness = try Self.harness(rule, RuleEngineHarness.moderation + "channels: { support: { private: true } }\n")
        #expect(harness.say("confidential", in: 12).actions.isEmpty)
        #expect(!harness.say("open", in: 11).actions.isEmpty)
    }

    @Test func `a message marked as private is treated as private`() throws {
        let harness = try Self.harness("  - { id: a, trigger: message, then: { forward: support } }")
        #expect(harness.say("confidential", in: 11) { $0.isPublic = false }.actions.isEmpty)
    }

    @Test(arguments: [
        ("forward: far", "another clan"), ("relay: { to: far }", "another clan"), ("relay: { to: hall }", "another network"),
        ("send: { to: hall, text: \"{{ message.text }}\" }", "another network"),
        ("dm: { to: stranger, text: \"{{ message.text }}\" }", "not a member"),
    ])
    func `content leaves a clan only when the rule sets its scope`(action: String, reason: String) throws {
        func decide(_ keys: String) throws -> RuleDecision {
            let names = Self.names.replacing("orphan: \"19\"", with: "orphan: \"19\", far: \"41\"")
                .replacing("users: { ", with: "users: { stranger: \"77\", ")
            return try RuleEngineHarness(
                "  - { id: a, trigger: message, \(keys)then: { \(action) } }", names: names,
                configuration: "connections: { net: { irc: { host: irc.example, nick: bot }, channels: { hall: \"#hall\" } } }\n",
                channels: Self.channels + [Channel(id: 41, clan: 2, label: "far")]
            ).say("open", in: 11)
        }
        let refused = try decide("")
        #expect(refused.actions.isEmpty && Self.reasons(refused).contains(reason), "\(refused)")
        #expect(try !decide("in: { clans: lab }, ").actions.isEmpty)
        #expect(try !decide("in: { channels: general }, ").actions.isEmpty)
    }

    @Test(arguments: [
        "forward: support", "relay: { to: [support] }", "send: { to: support, text: \"{{ message.text }}\" }",
        "dm: { to: mai, text: \"{{ message.text }}\" }",
    ])
    func `content of a channel of another network leaves it only when the rule names the channel`(action: String) throws {
        func decide(_ keys: String) throws -> RuleDecision {
            try Self.harness(
                "  - { id: a, trigger: message, \(keys)then: { \(action) } }",
                "connections: { net: { irc: { host: irc.example, nick: bot }, channels: { hall: \"#hall\" } } }\n"
            ).say("open", in: ChannelID(connection: "net", channel: "#hall"), clan: ClanID(connection: "net"))
        }
        let refused = try decide("")
        #expect(refused.actions.isEmpty)
        #expect(Self.reasons(refused).contains("the message is from a channel of another network that 'in' does not name"))
        #expect(try !decide("in: { channels: hall }, ").actions.isEmpty)
    }

    static let namers = [
        "send: { to: support, text: \"in {{ channel.name }}\" }",
        "send: { to: support, embed: { title: \"{{ channel | link }}\" } }",
        "dm: { to: mai, text: \"in {{ channel }}\" }", "alert: support",
        "alert: { to: support, text: \"in {{ channel.label }}\" }",
        "report: { kind: \"{{ channel.name }}\", to: support }",
        "ask: { channel: support, text: \"{{ channel.name }}?\", approve: [delete] }",
        "ephemeral: { to: mai, text: \"in {{ channel.name }}\" }",
        "webhook: { to: ops, event: said, data: { place: \"{{ channel.name }}\" } }",
    ]

    @Test(arguments: namers)
    func `the name of a private channel is shown elsewhere only when the rule names the channel`(action: String) throws {
        let hooks =
            "connections: { hooks: { webhooks: { listen: \"127.0.0.1:0\" }, channels: { ops: { url: \"https://ops.example/x\" } } } }\n"
        func shown(_ keys: String, in place: ChannelID) throws -> String {
            let rule = "when: { text: { contains: conf } }, \(keys)then: { \(action) }"
            let decision = try Self.harness(
                "  - { id: a, trigger: message, mode: enforce, \(rule) }", RuleEngineHarness.moderation + hooks
            ).say("confidential", in: place)
            return decision.actions.map { "\($0)" }.joined()
        }
        for (place, name) in [(ChannelID(17), "board"), (16, "secret")] {
            #expect(try shown("", in: place).contains("a private channel"))
            #expect(try !shown("", in: place).contains(name))
            #expect(try shown("in: { channels: [board, secret] }, ", in: place).contains(name))
        }
        #expect(try shown("", in: 11).contains("general"))
    }

    @Test func `the name of a private channel is shown there and to the clan's moderators`() throws {
        for action in ["reply: \"{{ channel.name }}\"", "alert: mod-log", "send: { to: mod-log, text: \"{{ channel.name }}\" }"] {
            let decision = try Self.harness("  - { id: a, trigger: message, then: { \(action) } }").say("confidential", in: 17)
            #expect("\(decision.actions)".contains("board"), "\(action)")
        }
    }

    @Test func `the name of a private channel is not stored for other channels`() throws {
        let harness = try Self.harness(
            """
              - { id: keep, trigger: message, when: { text: { contains: keep } },
                  then: { set: { var: x, scope: user, value: "{{ channel.name }}" } } }
              - { id: tell, trigger: message, when: { text: { contains: tell } }, then: { reply: "in {{ vars.x }}" } }
            """)
        harness.say("keep", in: 17)
        #expect(harness.say("tell", in: 11).actions == [.reply("in a private channel")])
    }

    @Test(arguments: [
        ("ephemeral: { to: target, text: \"{{ message.text }}\" }", ""),
        ("warn: { to: target, text: \"{{ message.text }}\" }", "a"),
        ("mute: { to: target, for: 1m, reason: \"{{ message.text }}\" }", "a"),
    ])
    func `a text of a private place is shown to another user only when the rule names the place`(
        action: String, told: String
    ) throws {
        func whispers(_ keys: String, in place: ChannelID) throws -> [String] {
            let rule = "when: { text: { contains: conf } }, \(keys)then: { \(action) }"
            let decision = try Self.harness("  - { id: a, trigger: message, mode: enforce, \(rule) }").say(
                "confidential", in: place
            ) { $0.mentions = [Mention(user: 7, range: TextRange(0, 1))] }
            return decision.actions.compactMap { if case .ephemeral(let draft, 7) = $0 { draft.content.text } else { nil } }
        }
        let hidden = try whispers("", in: 17)
        #expect(hidden.count == (told.isEmpty ? 0 : 1) && hidden.allSatisfy { $0.contains(": \(told)") })
        #expect(!hidden.joined().contains("confidential"))
        #expect(try whispers("in: { channels: board }, ", in: 17).joined().contains("confidential"))
        #expect(try whispers("", in: 11).joined().contains("confidential"))
    }

    static let acknowledged = [
        (
            "channels: { board: { private: true } }\nrelays: { a: { from: board, to: general, private: allowed } }\n", other
        ),
        (
            "channels: { board: { private: true } }\n",
            "  - { id: b, trigger: message, in: { channels: board, private: allowed }, then: { forward: support } }"
        ),
        (
            "", "  - { id: b, trigger: message, in: { dms: true, private: allowed }, then: { forward: support } }"
        ),
    ]

    @Test(arguments: acknowledged)
    func `check is silent about content of a private place that the operator allows to be shown`(
        configuration: String, rules: String
    ) throws {
        let found = try RuleEngineHarness.compile(
            rules, names: Self.names, configuration: RuleEngineHarness.moderation + configuration
        ).1
        #expect(found == [])
    }

    @Test func `an allowance of another word is a mistake`() throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: b, trigger: message, in: { channels: board, private: yes }, then: { forward: support } }",
            names: Self.names
        ).1
        #expect(found.contains { $0.hasPrefix("1:") }, "\(found)")
    }

    private static let board = "channels: { board: { private: true } }\n"
    private static func board(_ action: String) -> String {
        "  - { id: b, trigger: message, in: { channels: board }, then: { \(action) } }"
    }

    static let leaks: [(configuration: String, rules: String, [String])] = [
        ("channels: { board: { private: true } }\nrelays: { a: { from: board, to: general } }\n", other, ["a-1 board general"]),
        ("relays: { a: { between: [mod-log, general] } }\n", other, ["a-1 mod-log general"]),
        ("relays: { a: { between: [support, general], threads: include } }\n", other, []),
        (
            "channels: { board: { private: true } }\n",
            "  - { id: b, trigger: message, in: { channels: [general, board] }, then: { forward: support } }", ["b board support"]
        ),
        ("", "  - { id: b, trigger: message, in: { dms: true }, then: { forward: support } }", ["b direct support"]),
        ("", "  - { id: b, trigger: message, in: { dms: true }, then: { send: { to: support, text: hi } } }", []),
        (board, board("dm: { to: target, text: \"{{ message.text }}\" }"), ["b board user"]),
        (board, board("dm: { to: target, text: hi }"), []),
        (board, board("dm: { text: \"{{ message.text }}\" }"), []),
        (board, board("ephemeral: { to: mai, text: \"{{ message.text }}\" }"), ["b board user"]),
        (board, board("warn: { to: target, text: \"{{ message.text }}\" }"), ["b board user"]),
        (board, board("mute: { for: 1m, to: target, reason: \"{{ message.text }}\" }"), ["b board user"]),
        (board, board("set: { var: last, scope: clan, value: \"{{ message.text }}\" }"), ["b board 'last'"]),
        (board, board("set: { var: last, scope: channel, value: \"{{ message.text }}\" }"), []),
        ("", "  - { id: b, trigger: message, then: { forward: support } }", []),
        (
            "channels: { board: { private: true } }\n",
            "  - { id: b, trigger: message, in: { channels: board }, then: { if: { when: { text: { contains: a } }, then: [alert] } } }",
            ["b board mod-log"]
        ),
        (
            "channels: { board: { private: true } }\nladders: { l: { counter: c, steps: [{ at: 1, then: [{ forward: support }] }] } }\n",
            "  - { id: b, trigger: message, in: { channels: board }, then: { escalate: l } }", ["b board support"]
        ),
    ]

    @Test(arguments: leaks)
    func `check warns about private content that becomes readable elsewhere`(
        configuration: String, rules: String, expected: [String]
    ) throws {
        let found = try RuleEngineHarness.compile(
            rules, names: Self.names, configuration: RuleEngineHarness.moderation + configuration
        ).1.filter { $0.contains("private-content") }
        #expect(found.count == expected.count, "\(found)")
        if !rules.hasPrefix(Self.other) { #expect(found.allSatisfy { $0 == "1:7 private-content" }, "\(found)") }
        for (line, words) in zip(found, expected) where rules.hasPrefix(Self.other) {
            #expect(words.split(separator: " ").allSatisfy { line.contains($0) } && line.contains("config.yaml"), "\(line)")
        }
    }
}
