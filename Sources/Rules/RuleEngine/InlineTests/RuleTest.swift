import BotConfiguration

/// An inline test of a rule.
struct RuleTest: Sendable {
    var name: String
    var given: RuleTestInput
    var expected: RuleTestExpectation
    var position: SourcePosition
}
