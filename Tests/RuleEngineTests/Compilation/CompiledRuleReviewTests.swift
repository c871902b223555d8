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
}
