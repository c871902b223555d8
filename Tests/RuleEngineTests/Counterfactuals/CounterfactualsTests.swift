import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Tests the changes that turn decisions around, by the kind of condition.
struct CounterfactualsTests {
    private static func rule(_ when: String, _ rest: String = "") -> String {
        "  - id: r\n    trigger: message\n    mode: enforce\n    when: \(when)\n    then: { reply: hi }\n\(rest)"
    }

    @Test(arguments: [
        (#"{ text: { contains: [gift] } }"#, "hello", ["with 'gift' in the text (author)"]),
        (#"{ text: { starts_with: "?" } }"#, "hello", ["with '?' at the start (author)"]),
        (#"{ text: { equals: ping } }"#, "hello", ["with 'ping' as the whole text (author)"]),
        (#"{ not: { text: { contains: [gift] } } }"#, "a gift for you", ["without 'gift' (author)"]),
        (#"{ text: { length: ">= 20" } }"#, "hello", ["with 15 more characters (author)"]),
        (#"{ text: { length: "< 3" } }"#, "hello", ["with 3 fewer characters (author)"]),
        (#"{ text: { lines: "> 2" } }"#, "hello", ["with 2 more lines (author)"]),
        (#"{ emoji: { count: "> 2" } }"#, "hello 😀", ["with 2 more emoji (author)"]),
        (#"{ repeat_chars: { run: "> 4" } }"#, "hello", ["with one character 5 times in a row (author)"]),
        (#"{ caps: { ratio: ">= 0.8", min_letters: 3 } }"#, "hello", ["in capitals (author)"]),
        (#"{ links: { count: "> 1" } }"#, "hello", ["with 2 more links (author)"]),
        (#"{ links: { shortener: true } }"#, "hello", ["with the link https://bit.ly/x1 (author)"]),
        (#"{ links: { domain_in: [bad.example] } }"#, "hello", ["with the link https://bad.example/x (author)"]),
        (#"{ attachments: { count: ">= 2" } }"#, "hello", ["with 2 more attachments (author)"]),
        (#"{ attachments: { any: { extension_in: [exe] } } }"#, "hello", ["with the file file.exe (author)"]),
        (#"{ mentions: { users: "> 1" } }"#, "hello", ["with 2 more user mentions (author)"]),
        (#"{ mentions: { me: true } }"#, "hello", ["with a mention of the bot (author)"]),
        (#"{ mentions: { includes: [an] } }"#, "hello", ["with a mention of user 7 (author)"]),
        (#"{ reply: { to: me } }"#, "hello", ["as a reply to the bot (author)"]),
        (#"{ channel: { is: [support] } }"#, "hello", ["in #support (author)"]),
        (#"{ author: { has_role: [staff] } }"#, "hello", ["with the role staff (moderator)"]),
        (#"{ author: { member_for: "> 2h" } }"#, "hello", ["3601s later (time)"]),
        (#"{ author: { member_for: "< 30m" } }"#, "hello", ["from somebody who had been a member for 29m59s (nobody)"]),
        (#"{ author: { messages_seen: ">= 3" } }"#, "hello", ["after 3 more messages of the author (author)"]),
        (#"{ author: { is: [an] } }"#, "hello", ["from user 7 (nobody)"]),
        (#"{ counter: { name: strikes, value: "> 2" } }"#, "hello", ["with the counter strikes at 3 (it was 0) (moderator)"]),
        (
            #"{ counter: { name: strikes, distinct: "> 1" } }"#, "hello",
            [
                "with 2 different values of strikes (there were 0) (moderator)"
            ]
        ),
        (#"{ level: raised }"#, "hello", ["at the level raised (moderator)"]),
        (#"{ var: { name: mood, scope: user, is: bad } }"#, "hello", ["with the variable mood set to 'bad' (moderator)"]),
        (
            #"{ flood: { count: "> 3", within: 10s, per: user } }"#, "hello",
            [
                "after the author had just sent the same 3 times (author)"
            ]
        ),
        (
            #"{ duplicate: { count: ">= 3", within: 1m, min_length: 3 } }"#, "hello",
            [
                "after the author had just sent the same 2 times (author)"
            ]
        ),
        (#"{ time: { between: "13:00-14:00", tz: UTC } }"#, "hello", ["1h later (time)"]),
        (#"{ forwarded: true }"#, "hello", ["forwarded (author)"]),
        (#"{ chance: 0.001 }"#, "hello", ["by another draw of chance (nobody)"]),
        (
            #"{ score: { of: [{ points: 2, when: { text: { contains: [gift] } } }], total: ">= 2" } }"#, "hello",
            [
                "with 'gift' in the text (author)"
            ]
        ),
    ])
    func `a condition names what would have met it`(_ when: String, _ text: String, _ expected: [String]) throws {
        var harness = try CounterfactualHarness(Self.rule(when))
        let found = try harness.flips(text)
        #expect(!found.acted)
        #expect(found.alternatives.map(\.phrase) == expected)
    }

    @Test func `a condition that names a list of domains names one of them`() throws {
        let lists = "lists: { scam: { domains: [free-nitro.example, bad.example] } }\n"
        var harness = try CounterfactualHarness(Self.rule("{ links: { domain_in: scam } }", lists))
        #expect(try harness.phrases("hello").first == "with the link https://bad.example/x (author)")
    }

    @Test(arguments: [
        (#"{ text: { contains: [gift, nitro] } }"#, "GIFT and nitro", ["without 'GIFT', 'nitro' (author)"]),
        (#"{ text: { length: "> 3" } }"#, "hello", ["with 2 fewer characters (author)"]),
        (
            #"{ caps: { ratio: ">= 0.5", min_letters: 3 } }"#, "HELLO",
            ["in small letters (author)", "with 3 fewer letters (author)"]
        ),
        (#"{ links: { any: true } }"#, "see https://a.example", ["with 1 fewer link (author)"]),
        (#"{ author: { lacks_role: [staff] } }"#, "hello", ["with the role staff (moderator)"]),
    ])
    func `a rule that acted names what would have kept it from acting`(
        _ when: String, _ text: String, _ expected: [String]
    ) throws {
        var harness = try CounterfactualHarness(Self.rule(when))
        let found = try harness.flips(text)
        #expect(found.acted)
        #expect(found.alternatives.map(\.phrase) == expected)
    }

    @Test func `the smallest sets come first by who could have made the changes, and none contains another`() throws {
        let when = """

                  - text: { length: ">= 10" }
                  - any: [{ channel: { is: [support] } }, { author: { has_role: [staff] } }]
            """
        var harness = try CounterfactualHarness(Self.rule(when))
        let phrases = try harness.phrases("hello")
        #expect(
            phrases == [
                "in #support and with 5 more characters (author)",
                "with 5 more characters and with the role staff (author, moderator)",
            ])
        // One change suffices in a text that is long enough.
        #expect(try harness.phrases("hello everybody") == ["in #support (author)", "with the role staff (moderator)"])
    }

    @Test func `many conditions that fail are met together`() throws {
        let when = """

                  - text: { contains: [gift] }
                  - mentions: { me: true }
                  - author: { has_role: [staff] }
                  - counter: { name: strikes, value: "> 2" }
                  - channel: { is: [support] }
            """
        var harness = try CounterfactualHarness(Self.rule(when))
        let found = try harness.flips("hello")
        #expect(found.alternatives.map(\.changes.count) == [5])
    }

    @Test func `an exemption, a place, a cooldown and a limit are named`() throws {
        let exempt = """
              - id: r
                trigger: message
                mode: enforce
                in: { channels: [support] }
                except: { roles: [dev] }
                then: { reply: hi }
            """
        var harness = try CounterfactualHarness(exempt)
        #expect(try harness.phrases("hello") == ["in #support (author)"])
        let an = Author(id: 7, username: "an")
        #expect(try harness.phrases("hello", by: an) == ["in #support and without the role dev (author, moderator)"])

        let cooling = """
              - { id: r, trigger: message, mode: enforce, cooldown: { per: user, for: 60s }, then: { reply: hi } }
            """
        var cool = try CounterfactualHarness(cooling)
        cool.say("hello")
        #expect(
            try cool.phrases("hello", at: 20) == ["40s later (time)", "from somebody else with the same roles (nobody)"])
        let limited = """
              - { id: r, trigger: message, mode: enforce, limits: { per_person: 2 }, then: { reply: hi } }
            """
        var full = try CounterfactualHarness(limited)
        for _ in 0..<2 { full.say("hello") }
        #expect(try full.phrases("hello", at: 10).first == "50s later (time)")
    }

    @Test func `a rule that another one stopped names how that one would not have`() throws {
        let rules = """
              - { id: guard, trigger: message, priority: 9, mode: enforce, when: { text: { contains: [gift] } }, then: [{ stop: all }] }
              - { id: r, trigger: message, mode: enforce, then: { reply: hi } }
            """
        var harness = try CounterfactualHarness(rules)
        #expect(
            try harness.phrases("a gift") == [
                "without 'gift' (author)", "without the rule guard, which stopped the evaluation (operator)",
            ])
    }

    @Test func `a disabled rule acts once it is enabled, and other failing conditions are met`() throws {
        let rules = """
              - { id: r, trigger: message, mode: disabled, when: { text: { contains: [gift] } }, then: { reply: hi } }
            """
        var harness = try CounterfactualHarness(rules)
        #expect(try harness.phrases("a gift") == ["with the rule enabled (operator)"])
        #expect(try harness.phrases("hello") == ["with 'gift' in the text and with the rule enabled (author, operator)"])
    }

    @Test func `what a flood lacks or has too much of is counted in the window of that moment`() throws {
        var harness = try CounterfactualHarness(Self.rule(#"{ flood: { count: "> 2", within: 10s, per: user } }"#))
        harness.say("one", at: 0)
        #expect(try harness.phrases("two", at: 4) == ["after the author had just sent the same once (author)"])
        harness.say("two", at: 4)
        #expect(try harness.phrases("three", at: 6) == ["4s later (time)"])
    }

    @Test func `a counter that an earlier rule changes is judged as the rule finds it`() throws {
        let rules = """
              - { id: count, trigger: message, priority: 9, mode: enforce, then: [{ counter: { add: { name: said } } }] }
            """
        var harness = try CounterfactualHarness(rules + "\n" + Self.rule(#"{ counter: { name: said, value: "> 5" } }"#))
        for _ in 0..<2 { harness.say("hello") }
        let found = try harness.flips("hello")
        #expect(
            found.alternatives.map(\.phrase) == [
                "after the author had just sent the same 3 times (author)", "with the counter said at 6 (it was 3) (moderator)",
            ])
    }

    @Test func `nothing that is tried changes the state`() throws {
        var harness = try CounterfactualHarness(Self.rule(#"{ flood: { count: "> 3", within: 10s, per: user } }"#))
        let first = try harness.flips("hello")
        for _ in 0..<5 { #expect(try harness.flips("hello").alternatives == first.alternatives) }
    }

    @Test func `a condition for which nothing is known, and an event of another kind, are named`() throws {
        let rules = #"{ author: { cases: ">= 3" } }"#
        var harness = try CounterfactualHarness(Self.rule(rules))
        let found = try harness.flips("hello")
        #expect(found.alternatives.isEmpty)
        #expect(found.limits == ["no change is known for author.cases"])
        var edits = try CounterfactualHarness("  - { id: r, trigger: edit, mode: enforce, then: { reply: hi } }")
        let other = try edits.flips("hello")
        #expect(
            other.lines == [
                "note: no change is known: the rule is triggered by edit, and none of its triggers fires at this message"
            ])
    }

    @Test func `a rule that does not exist has no answer, and one in shadow mode says so`() throws {
        var harness = try CounterfactualHarness(
            "  - { id: r, trigger: message, mode: shadow, when: { text: { contains: [gift] } }, then: { reply: hi } }")
        let event = Event.message(.make("hello"))
        let context = EventContext(now: RuleEngineHarness.start, me: 9)
        #expect(
            harness.evaluator.counterfactuals(of: "none", about: event, context, by: harness.set, seeing: harness.lookup) == nil)
        #expect(try harness.flips("gift").limits == ["the rule is in shadow mode: its actions were only recorded"])
    }

    @Test func `a private channel that the rule does not name, and a channel of another clan, are not suggested`() throws {
        let channels = [
            Channel(id: 11, clan: 1, label: "general"), Channel(id: 14, clan: 1, label: "secret", isPrivate: true),
            Channel(id: 99, clan: 2, label: "elsewhere"), Channel(id: 16, clan: 1, label: "open"),
        ]
        var harness = try CounterfactualHarness(Self.rule("{ not: { channel: { is: [general] } } }"), channels: channels)
        #expect(try harness.phrases("hello") == ["in #open (author)"])
    }
}
