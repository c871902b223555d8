import BotKit
import Testing

@testable import RuleEngine

@Suite struct CompiledRuleSetTests {
    @Test func `a matching rule yields its actions under its author with the reason`() throws {
        let rules = try compiled(
            """
              - id: welcome
                trigger: message
                when: { text: { any_word: xin chào } }
                then: [ { reply: "Chào {{ author.name }}" }, { react: "👋" }, { send: { to: mod-log, text: hi } } ]
            """)
        #expect(
            rules.decide(.make("XIN CHAO moi nguoi")) == [
                AuthorResult(
                    author: "rule:welcome", actions: [.reply("Chào Bình"), .react("👋"), .send("hi", to: 14)],
                    reason: "text.any_word found 'XIN CHAO'", summary: "reply, react, send")
            ])
        #expect(rules.decide(.make("xin")) == [])
    }

    @Test func `rules are evaluated by priority, then in file order`() throws {
        let rules = try compiled(
            """
              - { id: second, trigger: message, then: { reply: "2" } }
              - { id: third, trigger: message, when: { text: { contains: a } }, then: { reply: "3" } }
              - { id: first, priority: 5, trigger: message, when: { text: { contains: a } }, then: { reply: "1" } }
            """)
        #expect(rules.decide(.make("a")).map(\.author) == ["rule:first", "rule:second", "rule:third"])
        #expect(rules.listing.map(\.id) == ["first", "second", "third"])
    }

    @Test(arguments: [
        ("then: { reply: x }", false), ("then: { reply: x }, except: { bots: false }", true),
        ("then: [ delete ], mode: enforce", true), ("then: [ delete ], mode: enforce, except: { bots: true }", false),
        ("then: { relay: { to: mod-log } }", true), ("when: { author: { is_bot: true } }, then: { react: x }", false),
        ("when: { author: { is_bot: true } }, except: { bots: false }, then: { react: x }", true),
    ])
    func `messages of bots on other networks are moderated and relayed but not answered`(keys: String, acts: Bool) throws {
        let rules = try compiled("  - { id: a, trigger: message, \(keys) }")
        var message = Message.make("x", in: ChannelID(connection: "net", channel: "#a"))
        message.code = .automatic
        #expect(rules.decide(message).isEmpty == !acts)
        message.channel = 11
        message.code = .chat
        #expect(rules.decide(message).isEmpty == keys.contains("is_bot"))
    }

    @Test(arguments: [
        "then: { relay: { to: mod-log } }",
        "then: { if: { when: { author: { is_bot: false } }, then: { relay: { to: mod-log } } } }",
        "then: { if: { when: { author: { is_bot: true } }, then: { react: x }, otherwise: { relay: { to: mod-log } } } }",
        "then: { react: x }, otherwise: { relay: { to: mod-log } }",
        "then: { react: x }, cooldown: { per: user, for: 1m, while_active: { relay: { to: mod-log } } }",
    ])
    func `a rule that relays in any branch counts as a relay`(keys: String) throws {
        let rules = try compiled("  - { id: a, trigger: message, when: { text: { contains: x } }, \(keys) }")
        #expect(rules.relays)
        #expect(rules.relayDestinations == [14])
        #expect(rules.listing[0].exposures == [.channel(14)])
    }

    @Test(arguments: [
        ("then: [ delete ]", RuleMode.shadow), ("then: [ delete ], mode: enforce", .enforce), ("then: { reply: x }", .enforce),
        ("then: { reply: x }, mode: shadow", .shadow), ("then: [ { reply: x }, delete ]", .shadow),
        ("then: [ delete ], mode: disabled", .disabled),
    ])
    func `a rule that deletes defaults to shadow mode`(keys: String, mode: RuleMode) throws {
        let rules = try compiled("  - { id: a, trigger: message, \(keys) }")
        #expect(rules.listing.map(\.mode) == [mode])
        #expect(rules.decide(.make("x")).map(\.isShadow) == (mode == .disabled ? [] : [mode == .shadow]))
    }

    @Test(arguments: [
        ("then: { reply: x }", false), ("then: [ delete ]", true), ("then: { reply: x }, late: run", true),
        ("then: [ delete ], late: skip", false),
    ])
    func `late messages run only rules that delete or set late run`(keys: String, runs: Bool) throws {
        let rules = try compiled("  - { id: a, trigger: message, \(keys) }")
        #expect(rules.decide(.make("x"), isLate: true).isEmpty == !runs)
        #expect(rules.decide(.make("x")).count == 1)
    }

    static let scopes: [(String, Message, Bool)] = [
        ("in: { channels: [general] }", .make("x"), true),
        ("in: { channels: [mod-log] }", .make("x"), false),
        ("in: { channels: mod-log }", .make("x", in: 14), true),
        ("in: { except_channels: [general] }", .make("x"), false),
        ("in: { except_channels: [general] }", .make("x", in: 14), true),
        ("in: { clans: [lab] }", .make("x"), true),
        ("in: { clans: [lab] }", .make("x", clan: 2), false),
        ("in: { clans: [lab], except_channels: [general] }", .make("x"), false),
        ("except: { users: [an] }", .make("x", by: Author(id: 7, username: "an")), false),
        ("except: { users: [\"5\"] }", .make("x"), false),
        ("except: { users: [an], self: true }", .make("x"), true),
    ]

    @Test(arguments: scopes)
    func `in and except limit a rule's scope`(keys: String, message: Message, hits: Bool) throws {
        let rules = try compiled("  - { id: a, trigger: message, \(keys), then: { reply: x } }")
        #expect(rules.decide(message).isEmpty == !hits)
    }

    static let conditions: [(String, String, String?)] = [
        ("{ text: { contains: [nitro, free] } }", "FREE", "text.contains found 'FREE'"),
        ("{ text: { all_words: [a, b] } }", "b a", "text.all_words found 'a'"),
        ("{ text: { all_words: [a, b] } }", "b c", nil),
        ("{ text: { equals: ok } }", " Ok ", "text.equals found 'Ok'"),
        ("{ text: { starts_with: \"//\" } }", "// x", "text.starts_with found '//'"),
        ("{ text: { ends_with: \"?\" } }", "x?", "text.ends_with found '?'"),
        ("{ text: { matches: '\\d{3}' } }", "ab 123", "text.matches found '123'"),
        ("{ text: { contains: Ẹ, fold: [] } }", "ẹ", nil),
        ("{ text: { length: \"> 3\" } }", "abcd", "text.length 4 > 3"),
        ("{ text: { length: \"> 3\" } }", "abc", nil),
        ("{ text: { length: 1 } }", "e\u{323}", "text.length 1 is 1"),
        ("{ text: { contains: a, length: \"0..5\" } }", "aaaaaa", nil),
        ("{ not: { text: { contains: a } } }", "b", "not text.contains 'a' was not found"),
        ("{ not: { text: { contains: a } } }", "a", nil),
        ("[ { text: { length: 1 } }, { text: { contains: a } } ]", "a", "text.contains found 'a'"),
        ("[ { text: { contains: a } }, { not: { text: { contains: b } } } ]", "ab", nil),
        ("{ any: [ { text: { contains: a } }, { text: { length: 2 } } ] }", "bb", "text.length 2 is 2"),
        ("{ any: [ { text: { contains: a } }, { text: { contains: b } } ] }", "c", nil),
        (
            "[ { any: [ { text: { contains: a } }, { text: { contains: b } } ] }, { not: { text: { contains: c } } } ]", "b",
            "text.contains found 'b'"
        ),
    ]

    @Test(arguments: conditions)
    func `a text condition reports what it matched`(condition: String, text: String, reason: String?) throws {
        let rules = try compiled("  - { id: a, trigger: message, when: \(condition), then: { reply: x } }")
        #expect(rules.decide(.make(text)).map(\.reason) == (reason.map { [$0] } ?? []))
    }

    @Test func `events without a matching trigger yield no result`() throws {
        let rules = try compiled("  - { id: a, trigger: message, then: { reply: x } }")
        let message = Message.make("x")
        let context = EventContext(now: message.createdAt, me: 9)
        #expect(rules.decide(.edit(message), context) == [])
        #expect(rules.decide(.unknown(field: 3), context) == [])
    }

    @Test func `the rule engine handles a message synchronously with the rules' decision`() throws {
        let rules = try compiled("  - { id: a, trigger: message, then: { reply: x } }")
        let message = Message.make("x")
        let context = EventContext(now: message.createdAt, me: 9)
        let engine = RuleEngine(rules)
        #expect(engine.precheck(message, context) == .pass)
        guard case .decided(let decision) = engine.handle(.message(message), in: context) else {
            Issue.record("rules do not wait for anything")
            return
        }
        #expect(decision.results == rules.decide(.message(message), context))
    }

    @Test func `withdrawing a repeated change keeps the earlier change to the same rules`() throws {
        let rule = "  - { id: a, trigger: message, then: { reply: x } }"
        let engine = RuleEngine(try RuleEngineHarness.compile(rule, version: "first").0)
        let second = try RuleEngineHarness.compile(rule, version: "second").0
        let message = Message.make("x")
        func versions() -> [String] {
            (Int64(1)...4).map { sequence in
                let context = EventContext(now: message.createdAt, me: 9, isLate: false, sequence: sequence)
                return engine.decide(.message(message), context).version
            }
        }
        engine.change(to: second, from: 2)
        engine.change(to: second, from: 4)
        #expect(versions() == ["first", "second", "second", "second"])
        engine.withdraw(from: 4)
        engine.withdraw(from: 4)
        #expect(versions() == ["first", "second", "second", "second"])
        engine.withdraw(from: 2)
        #expect(versions() == ["first", "first", "first", "first"])
    }

    @Test func `reading rules stops after a thousand errors and reports it`() throws {
        let wrong = (0..<3000).map { "  - { id: r\($0), trigger: nothing, then: [nothing] }" }.joined(separator: "\n")
        let (set, found) = try RuleEngineHarness.compile(wrong)
        #expect(found.last == "501:5 too-many-mistakes")
        #expect(found.count == 1001)
        #expect(set.listing == [])
    }
}
