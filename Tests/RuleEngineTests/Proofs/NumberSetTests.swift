import Testing

@testable import BotConfiguration
@testable import RuleEngine

@Suite struct NumberSetTests {
    private func set(_ text: String, _ kind: Comparison.Kind = .count) throws -> NumberSet {
        let position = SourcePosition(file: "", line: 1, column: 1)
        return NumberSet(
            try #require(Comparison(ConfigNode(kind: .scalar(text, .quoted), position: position), kind, DiagnosticCollector())))
    }

    @Test(arguments: ["> 5", ">= 5", "< 5", "<= 5", "5..10", "5"])
    func `a number is in a set or in its complement, not in both`(comparison: String) throws {
        let set = try set(comparison)
        for value in [0.0, 4, 5, 6, 10, 11] { #expect(set.contains(value) != set.complement.contains(value)) }
        #expect(set.complement.complement == set)
        #expect(set.complement.includesUnknown)
        #expect(set.intersection(set.complement, ofWholeNumbers: true).isEmpty)
    }

    @Test func `there is no whole number between two neighbours`() throws {
        let (above, below) = (try set("> 3"), try set("< 4"))
        #expect(above.intersection(below, ofWholeNumbers: true).isEmpty)
        #expect(!above.intersection(below, ofWholeNumbers: false).isEmpty)
    }

    static let examples: [(String, Double, Double)] = [
        ("> 5", 100, 100), ("> 5", 0, 6), ("< 5", 100, 4), ("3..4", 100, 3), ("0", 7, 0),
    ]

    @Test(arguments: examples)
    func `an example is near the usual number`(comparison: String, usual: Double, expected: Double) throws {
        let set = try set(comparison).intersection(.atLeast(0), ofWholeNumbers: true)
        #expect(set.example(near: usual, isWhole: true) == expected || comparison == "< 5" && set.contains(expected))
    }

    @Test func `a set without a number has no example`() {
        #expect(NumberSet.unknown.example(near: 1, isWhole: true) == nil)
    }
}
