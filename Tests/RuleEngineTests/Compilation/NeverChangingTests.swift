import BotConfiguration
import Testing

@testable import RuleEngine

/// Warnings about counters, levels and threads that a rule waits for in vain.
struct NeverChangingTests {
    private static let decay = "counters: { activity: { scope: user@clan, decay: { by: 1, every: 1h } } }\n"
    private static let count = "  - { id: a, trigger: message, then: [{ counter: { add: { name: activity } } }] }\n"

    private static func counter(_ rest: String) -> String {
        "  - { id: b, trigger: { counter: { name: activity, \(rest) } }, then: [alert] }"
    }

    private static let codes: Set<String> = [
        "counter-never-falls", "never-crossed", "other-scope", "level-stays", "level-never-set", "event-without-thread",
        "never-true", "always-true",
    ]

    private func found(_ rules: String, _ sections: String = "") throws -> [String] {
        let preamble = ReviewedRules.preamble.replacing("rules:\n", with: sections + "rules:\n")
        return try ReviewedRules(rules + "\n", preamble: preamble).diagnostics.filter { Self.codes.contains($0.code) }.map {
            "\($0.position.line):\($0.position.column) \($0.code)"
        }
    }

    @Test(arguments: [
        ("crosses: \"< 1\", direction: down", "", ["2:79 counter-never-falls"]), ("crosses: \"< 1\", direction: down", decay, []),
        ("crosses: \"> 1\", direction: down", decay, ["2:61 never-crossed"]), ("crosses: \"< 1\"", decay, ["2:61 never-crossed"]),
        ("crosses: \"> 1\"", "", []),
    ])
    func `a counter that never comes to a value is reported`(trigger: String, sections: String, warnings: [String]) throws {
        #expect(try found(Self.count + Self.counter(trigger), sections) == warnings)
    }

    @Test func `a counter that a rule lowers falls`() throws {
        let lower = "  - { id: c, trigger: edit, then: [{ counter: { reset: { name: activity } } }] }\n"
        #expect(try found(Self.count + lower + Self.counter("crosses: \"< 1\", direction: down")) == [])
    }

    @Test func `a scope other than the described one is reported`() throws {
        let rules =
            "  - { id: a, trigger: message, then: [{ counter: { add: { name: activity, scope: channel } } }] }\n"
            + "  - { id: b, trigger: message, when: { counter: { name: activity, scope: clan@user, value: \"> 1\" } }, then: [delete] }"
        #expect(try found(rules, Self.decay) == ["1:82 other-scope"])
    }

    @Test func `the counter of a ladder has its scope and decay there`() throws {
        let ladder = "ladders: { l: { counter: activity, scope: user@clan, steps: [{ at: 3, then: [warn] }] } }\n"
        let preamble = ReviewedRules.preamble.replacing(
            "ladders:\n  standard: { counter: strikes, steps: [ { at: 3, then: [warn] } ] }\n", with: ladder)
        let rules =
            "  - { id: a, trigger: message, then: [{ counter: { add: { name: activity, scope: channel } } }] }\n"
            + Self.counter("crosses: \"< 1\", direction: down") + "\n"
        let found = try ReviewedRules(rules, preamble: preamble).diagnostics
        #expect(
            found.contains { $0.code == "other-scope" && $0.message.hasPrefix("the ladder 'l' counts 'activity' for user@clan") })
        #expect(found.contains { $0.code == "counter-never-falls" && $0.suggestion?.contains("to the ladder 'l'") == true })
    }

    @Test func `a template that names the author of a thread is reported where there is none`() throws {
        let rule = "  - { id: a, trigger: message, in: { threads: exclude }, then: { alert: { text: \"{{thread.author}}\" } } }"
        #expect(try found(rule) == ["1:81 event-without-thread"])
    }

    @Test func `a level that nothing lowers or sets is reported`() throws {
        let raid = "  - { id: a, trigger: message, then: [{ set_level: { to: raid, for: 30m, falls_to: raised } }] }\n"
        #expect(try found(raid) == ["1:84 level-stays"])
        #expect(try found(raid + "  - { id: b, trigger: { command: ok }, then: [{ set_level: calm }] }") == [])
        #expect(try found(raid + "  - { id: b, trigger: edit, then: [{ set_level: { to: raised, for: 10m } }] }") == [])
        #expect(try found("  - { id: b, trigger: { level: raid }, then: [alert] }") == ["1:32 level-never-set"])
        #expect(try found("  - { id: b, trigger: { level: calm }, then: [alert] }") == [])
    }

    @Test(arguments: [
        ("trigger: join", ["1:47 event-without-thread"]),
        ("trigger: message, in: { threads: exclude }", ["1:76 event-without-thread"]), ("trigger: message", []),
    ])
    func `a thread of an event without one is reported`(trigger: String, warnings: [String]) throws {
        let rule = "  - { id: a, \(trigger), when: { author: { thread_starter: true } }, then: [alert] }"
        #expect(try found(rule) == warnings)
    }

    @Test(arguments: [("\">= 300\"", ["1:57 never-true"]), ("\">= 0\"", ["1:57 always-true"]), ("\">= 200\"", [])])
    func `a number of cases that nobody or everybody has is reported`(count: String, warnings: [String]) throws {
        #expect(try found("  - { id: a, trigger: message, when: { author: { cases: \(count) } }, then: [delete] }") == warnings)
    }
}
