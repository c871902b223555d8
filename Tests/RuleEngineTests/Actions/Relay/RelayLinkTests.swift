import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct RelayLinkTests {
    private static func harness(_ link: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            "  - { id: other, trigger: join, then: { send: { to: general, text: x } } }",
            configuration: "relays: { a: \(link) }\n")
    }

    private static func shown(_ decision: RuleDecision) -> [String: [ChannelID]] {
        Dictionary(grouping: decision.results, by: \.author).mapValues { results in
            results.flatMap(\.actions).compactMap { if case .resolved(let outgoing) = $0 { outgoing.channel } else { nil } }
        }
    }

    @Test func `a link relays messages between all of its channels`() throws {
        let harness = try Self.harness("{ between: [general, support, mod-log] }")
        #expect(Self.shown(harness.say("hi", in: 11)) == ["rule:a-1": [12, 14]])
        #expect(Self.shown(harness.say("hi", in: 12)) == ["rule:a-2": [11, 14]])
        #expect(Self.shown(harness.say("hi", in: 15)) == [:], "threads are left out")
        #expect(Set(harness.set.listing.map(\.id)) == ["other", "a-1", "a-2", "a-3"])
    }

    @Test func `a link with from and to relays one way and honors when and except`() throws {
        let harness = try Self.harness(
            "{ from: general, to: [support], when: { not: { text: { starts_with: \"//\" } } }, except: { users: [an] } }")
        #expect(Self.shown(harness.say("hi", in: 11)) == ["rule:a-1": [12]])
        #expect(Self.shown(harness.say("// hi", in: 11)) == [:])
        #expect(Self.shown(harness.say("hi", by: Author(id: 7, username: "an"), in: 11)) == [:])
        #expect(Self.shown(harness.say("hi", in: 12)) == [:])
    }

    @Test func `a copy brought back by another relay is not relayed again, and the trace gives the reason`() throws {
        let harness = try Self.harness("{ between: [general, support] }")
        #expect(Self.shown(harness.say("chào mọi người nhé", in: 11)) == ["rule:a-1": [12]])
        let back = harness.say("<Bình> chào mọi người nhé", by: Author(id: 70, username: "relay"), in: 11)
        #expect(Self.shown(back) == ["rule:a-1": []])
        #expect(back.results.first?.reason.contains("not relayed: it is a copy") == true, "\(back)")
    }

    @Test func `join and leave messages are relayed only with carry joins`() throws {
        func change(_ harness: RuleEngineHarness) -> RuleDecision {
            harness.feed(
                .systemMessage(
                    Message(
                        id: 9, clan: 1, channel: 11, author: Author(id: 5, username: "binh"), code: .welcome,
                        content: Content("→ joined"), createdAt: RuleEngineHarness.start)))
        }
        #expect(Self.shown(change(try Self.harness("{ between: [general, support] }"))) == [:])
        #expect(Self.shown(change(try Self.harness("{ between: [general, support], carry: joins }"))) == ["rule:a-1": [12]])
        #expect(
            Self.shown(change(try Self.harness("{ between: [general, support], carry: [edits, joins] }"))) == ["rule:a-1": [12]])
    }

    @Test func `a channel_changed trigger provides the author, the channel and the message text`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: channel_changed
                when: { text: { contains: joined } }
                then: { send: { to: mod-log, text: "{{ author.name }} {{ channel.name }} {{ message.text }}" } }
            """)
        let notice = Message(
            id: 9, clan: 1, channel: 11, author: Author(id: 5, username: "binh"), code: .welcome,
            content: Content("→ joined"), createdAt: RuleEngineHarness.start)
        #expect(harness.feed(.systemMessage(notice)).actions == [.send("binh general → joined", to: 14)])
    }

    @Test func `a link honors edits_within and writes headers`() throws {
        let harness = try Self.harness(
            "{ between: [general, support], edits_within: 1h, headers: { origin: { room: \"{{ channel.name }}\" } } }")
        guard case .resolved(let outgoing)? = harness.say("hi", in: 11).actions.first, case .relay(let relayed) = outgoing.request
        else {
            Issue.record("nothing was relayed")
            return
        }
        #expect(relayed.headers == "<origin>@room=general;</origin>")
        var old = Message.make("hi")
        old.updatedAt = old.createdAt.addingTimeInterval(7200)
        #expect(Self.shown(harness.feed(.edit(old))) == ["rule:a-1": []])
    }

    @Test func `same_name links channels of the same name across connections`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: other, trigger: join, then: { send: { to: general, text: x } } }",
            configuration: Self.irc + "relays: { all: { same_name: [mezon, libera], carry: [edits] } }\n")
        #expect(Set(harness.set.listing.map(\.id)) == ["other", "all-1", "all-2", "all-3", "all-4"])
        let (general, support) = (
            ChannelID(connection: "libera", channel: "#general"), ChannelID(connection: "libera", channel: "#support")
        )
        #expect(Self.shown(harness.say("hi", in: 11)) == ["rule:all-1": [general]])
        #expect(Self.shown(harness.say("hi", in: 12)) == ["rule:all-3": [support]])
        #expect(Self.shown(harness.say("hi", in: general, clan: ClanID(connection: "libera"))) == ["rule:all-2": [11]])
        #expect(
            Self.shown(
                harness.say("hi", in: ChannelID(connection: "libera", channel: "#other"), clan: ClanID(connection: "libera")))
                == [:])
        #expect(Self.shown(harness.say("hi", in: 14)) == [:])
    }

    private static let irc = """
        connections:
          libera: { irc: { host: irc.example, nick: bot }, channels: { g1: "#General", s1: "#support", o1: "#other", g2: "##general" } }

        """

    private static let hooks = """
        connections:
          hooks:
            webhooks: { listen: "127.0.0.1:0" }
            channels: { general-in: { path: /a, signature: none } }

        """

    @Test(arguments: [
        ("{ between: [general, general] }", "27", "duplicate-name"), ("{ from: general, to: general }", "14", "shows-itself"),
        ("{ from: [], to: [] }", "14", "missing-value"), ("{ between: general }", "17", "wrong-kind"),
        ("{ from: general, to: general-in }", "27", "one-way"), ("{ between: [general, general-in] }", "27", "one-way"),
    ])
    func `a link with unsuitable channels is rejected at its position`(link: String, column: String, code: String) throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: other, trigger: join, then: { send: { to: general, text: x } } }",
            configuration: Self.hooks + "relays:\n  a: \(link)\n"
        ).1
        #expect(found.contains { $0.contains("config.yaml:14:\(column)") && $0.contains(code) }, "\(found)")
    }

    private static func found(
        _ relays: String, rules: String = "  - { id: other, trigger: join, then: { send: { to: general, text: x } } }"
    )
        throws -> [String]
    {
        try RuleEngineHarness.compile(rules, configuration: irc + "relays:\n\(relays)").1
    }

    @Test(arguments: [
        ("  a: { same_name: [mezon] }\n", "12:19", "missing-value"), ("  a: { same_name: mezon }\n", "12:19", "wrong-kind"),
        ("  a: { same_name: [mezon, liber] }\n", "12:27", "unknown-connection"),
        ("  a: { same_name: [mezon, libera], to: general }\n", "12:3", "contradiction"),
        ("  a: { same_name: [libera, libera] }\n", "12:19", "nothing-linked"),
    ])
    func `invalid same_name links are rejected at their source position`(relays: String, place: String, code: String) throws {
        let found = try Self.found(relays)
        #expect(found.contains { $0.contains("config.yaml:\(place)") && $0.contains(code) }, "\(found)")
    }

    @Test func `duplicate links are reported with both source positions`() throws {
        let twice = try Self.found("  a: { between: [general, support] }\n  b: { from: general, to: [mod-log, support] }\n")
        #expect(twice.count == 1 && twice[0].contains("shown-twice"), "\(twice)")
        #expect(
            twice[0].contains("config.yaml:13:3") && twice[0].contains("a-1") && twice[0].contains("(config.yaml:12:3)"),
            "\(twice)")
        let rule =
            "  - { id: r, trigger: message, in: { channels: [general] }, then: [{ relay: { to: support, carry: replies } }] }"
        #expect(try Self.found("  a: { from: general, to: support }\n", rules: rule).count == 1)
        #expect(try Self.found("  a: { from: general, to: [support, support] }\n").count == 1)
    }

    @Test(arguments: [
        "  a: { from: general, to: support }\n  b: { from: support, to: general }\n",
        "  a: { from: general, to: support }\n  b: { from: general, to: support, mode: disabled }\n",
        "  a: { from: general, to: support, when: { text: { starts_with: a } } }\n"
            + "  b: { from: general, to: support, when: { text: { starts_with: b } } }\n",
    ])
    func `opposite, conditional and disabled links may overlap`(relays: String) throws { #expect(try Self.found(relays) == []) }

    static let mistakes: [(String, [String])] = [
        ("{ between: [general] }", ["9:25 missing-value"]), ("{ from: general }", ["9:11 missing-key"]),
        ("{ between: [general, support], to: mod-log }", ["9:11 contradiction"]),
        ("{ from: general, to: nowhere }", ["9:35 unknown-name"]),
        ("{ between: [general, support], carry: [pins] }", ["9:53 unknown-word"]),
    ]

    @Test(arguments: mistakes)
    func `invalid link settings are rejected at their source position`(link: String, codes: [String]) throws {
        let rules = "  - { id: other, trigger: join, then: { send: { to: general, text: x } } }"
        let found = try RuleEngineHarness.compile(rules, configuration: "relays: { a: \(link) }\n").1
        #expect(
            codes.allSatisfy { code in
                let parts = code.split(separator: " ")
                return found.contains { $0.contains("config.yaml:\(parts[0])") && $0.contains("\"\(parts[1])\"") }
            }, "\(found)")
    }
}
