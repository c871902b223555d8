import BotConfiguration
import Testing

@testable import RuleEngine

@Suite struct CompiledRuleReviewTests {
    /// Compiles rules and returns each diagnostic with its line and the source text at its position.
    private func warnings(_ rules: String) throws -> [String] {
        let lines = rules.split(separator: "\n")
        return try ConditionTestHarness.compile(rules).diagnostics.map { diagnostic in
            let there = lines[diagnostic.position.line - 1].dropFirst(diagnostic.position.column - 1).prefix { $0 != " " }
            return "\(diagnostic.position.line) \(diagnostic.severity) \(diagnostic.code) at \(there)"
        }
    }

    @Test func `an enforced rule with a sanction gets scope, exemption, condition and test warnings`() throws {
        let rule = "  - { id: a, trigger: message, then: [delete]"
        #expect(try warnings("\(rule) }\n") == [])
        #expect(
            try warnings("\(rule), mode: enforce }\n") == [
                "1 warning wide-scope at id:", "1 warning no-exemption at id:", "1 warning no-condition at id:",
                "1 warning no-tests at mode:",
            ])
        let tests = "tests: [ { name: x, expect: { hit: true } } ]"
        let rest = "when: { text: { contains: x } }, in: { clans: lab }, except: { roles: staff }, \(tests)"
        #expect(try warnings("\(rule), mode: enforce, \(rest) }\n") == [])
        #expect(try warnings("  - { id: a, trigger: message, then: { reply: x }, mode: enforce }\n") == [])
        #expect(
            try warnings("  - { id: a, trigger: { button: { route: x } }, then: { add_role: staff }, mode: enforce, \(tests) }\n")
                == [])
    }

    static let conditions: [(String, [String])] = [
        ("[ { text: { contains: a } }, { not: { text: { contains: a } } } ]", ["1 warning contradiction at not:"]),
        ("[ { text: { contains: a } }, { not: { text: { contains: b } } } ]", []),
        ("{ all: [ { level: raid }, { all: [ { not: { level: raid } } ] } ] }", ["1 warning contradiction at not:"]),
        ("{ any: [ { level: raid }, { not: { level: raid } } ] }", []),
        ("{ any: [ [ { level: raid }, { not: { level: raid } } ], { level: calm } ] }", ["1 warning contradiction at not:"]),
    ]

    @Test(arguments: conditions)
    func `a condition that can never hold is reported`(condition: String, expected: [String]) throws {
        #expect(try warnings("  - { id: a, trigger: message, when: \(condition), then: { reply: x } }\n") == expected)
    }

    static let textless: [(String, String, [String])] = [
        ("join", "{ text: { contains: a } }", ["1 warning never-true at text:"]),
        ("join", "{ text: { contains: a, read: [display_name] } }", []),
        ("[join, message]", "{ text: { contains: a } }", []),
        ("reaction", "{ reply: { to: none } }", []),
        ("reaction", "[ { links: { any: true } }, { author: { is: an } } ]", ["1 warning never-true at links:"]),
        ("join", "{ not: { text: { contains: a } } }", []),
    ]

    @Test(arguments: textless)
    func `a message condition on other events is reported`(trigger: String, condition: String, expected: [String]) throws {
        #expect(try warnings("  - { id: a, trigger: \(trigger), when: \(condition), then: { set_level: raised } }\n") == expected)
    }

    static let pairs: [(String, String, Bool)] = [
        ("then: { stop: all }", "then: { set_level: raid }", true),
        ("then: { stop: all }", "when: { level: raid }, then: { reply: x }", true),
        ("then: { stop: all }, when: { level: raid }", "when: { level: raid }, then: { reply: x }", true),
        (
            "then: [ { stop: all } ], when: { level: raid }",
            "when: [ { text: { contains: a } }, { level: raid } ], then: { reply: x }",
            true
        ),
        ("then: { stop: all }, when: { level: raid }", "then: { reply: x }", false),
        ("then: { stop: all }, when: { level: raid }", "when: { level: calm }, then: { reply: x }", false),
        ("then: { stop: all }, in: { channels: general }", "then: { reply: x }", false),
        ("then: { stop: all }, in: { channels: general }", "then: { reply: x }, in: { channels: [general] }", true),
        ("then: { stop: all }, except: { users: an }", "then: { reply: x }", false),
        ("then: { stop: all }, mode: shadow", "then: { reply: x }", false),
        ("then: { stop: all }, cooldown: { for: 1m }", "then: { reply: x }", false),
        ("then: { stop: all }", "then: { reply: x }, late: run", false),
        ("then: { stop: rule }", "then: { reply: x }", false),
    ]

    @Test(arguments: pairs)
    func `a rule preempted by an earlier rule is reported as shadowed`(first: String, second: String, isShadowed: Bool) throws {
        let found = try warnings("  - { id: a, trigger: message, \(first) }\n  - { id: b, trigger: message, \(second) }\n")
        #expect(found == (isShadowed ? ["2 warning shadowed at id:"] : []))
    }
}
