package import BotConfiguration

extension RuleSet {
    /// Runs the inline tests of the rules. Returns a diagnostic for each failure, at the test's position.
    package func failedTests() -> [Diagnostic] {
        rules.flatMap { rule in
            let alone = isolated(with: rule)
            return rule.tests.flatMap { test in
                RuleTestRunner(set: alone, rule: alone.rules[0], test: test).failures().map { failure in
                    Diagnostic(.error, "test-failed", "'\(test.name)' of \(rule.id): \(failure)", at: test.position)
                }
            }
        }
    }

    /// The number of inline tests.
    package var testCount: Int { rules.reduce(0) { $0 + $1.tests.count } }
}
