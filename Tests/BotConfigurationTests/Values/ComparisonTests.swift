import Testing

@testable import BotConfiguration

@Suite struct ComparisonTests {
    private static let counts: [(String, [Int])] = [
        ("> 2", [3, 4]), (">=2", [2, 3, 4]), ("< 2", [0, 1]), ("<= 2", [0, 1, 2]), ("1..3", [1, 2, 3]), ("2", [2]),
        (" 1 .. 1 ", [1]),
    ]

    @Test(arguments: counts)
    func `a comparison holds for matching counts`(text: String, counts: [Int]) {
        let (comparison, diagnostics) = read(text, .count)
        #expect((0...4).filter { comparison?.holds($0) ?? false } == counts)
        #expect(diagnostics == [])
    }

    private static let others: [(String, Comparison.Kind, [Double], [Bool])] = [
        (">= 0.8", .ratio, [0.79, 0.8, 1], [false, true, true]),
        ("0.2..0.4", .ratio, [0.1, 0.3, 0.5], [false, true, false]),
        ("> -0.5", .number, [-1, -0.5, -0.4, 7e9], [false, false, true, true]),
        ("-2..3.5", .number, [-3, -2, 3.5, 4], [false, true, true, false]), ("5", .number, [5, 5.5], [true, false]),
        ("< 24h", .duration, [0, 86_399.5, 86_400], [true, true, false]),
        ("2h..1d", .duration, [7199, 7200, 86_400, 86_401], [false, true, true, false]),
        (">= 1h30m", .duration, [5400, 5399], [true, false]),
        ("> 20MB", .size, [20_000_000, 20_000_001], [false, true]),
        ("<= 1.5GB", .size, [1_500_000_000, 1_500_000_001], [true, false]),
    ]

    @Test(arguments: others)
    func `ratios, durations and sizes are compared the same way`(
        text: String, kind: Comparison.Kind, values: [Double], holds: [Bool]
    ) {
        let (comparison, diagnostics) = read(text, kind)
        #expect(values.map { comparison?.holds($0) ?? false } == holds)
        #expect(comparison?.description == text)
        #expect(diagnostics == [])
    }

    private static let mistakes: [(String, Comparison.Kind, String?)] = [
        ("", .count, nil), (">", .count, nil), ("> -1", .count, nil), ("=> 2", .count, ">= 2"), ("= 2", .count, "2"),
        ("≥ 2", .count, ">= 2"), ("2..", .count, nil), ("..2", .count, nil), ("2-5", .count, "2..5"), ("2...5", .count, "2..5"),
        ("a", .count, nil), ("> 99999999999999999999", .count, nil), ("1.5", .count, nil), ("> 80%", .ratio, "> 0.8"),
        ("> 0,8", .ratio, "> 0.8"), ("< 24", .duration, nil), ("< 24 hours", .duration, "< 1d"), ("<90min", .duration, "< 1h30m"),
        ("> 20", .size, nil), ("=> 2,5", .number, ">= 2.5"), ("> many", .number, nil), ("> 20mb", .size, "> 20MB"),
        ("5M-10M", .size, "5MB..10MB"),
    ]

    @Test(arguments: mistakes)
    func `an invalid comparison is an error with a suggestion`(text: String, kind: Comparison.Kind, meant: String?) {
        let (comparison, diagnostics) = read(text, kind)
        #expect(comparison == nil)
        #expect(diagnostics.map(\.code) == ["bad-comparison"])
        #expect(diagnostics.first?.suggestion == (meant.map { "write \"\($0)\"" } ?? "write \(kind.examples)"))
    }

    @Test(arguments: [
        ("< 0", Comparison.Kind.count), ("3..2", .count), ("> 1", .ratio), ("2..3", .ratio), ("1d..2h", .duration),
        ("< 0B", .size), ("3..-2", .number),
    ])
    func `a comparison that can never hold is an error`(text: String, kind: Comparison.Kind) {
        let (comparison, diagnostics) = read(text, kind)
        #expect(comparison == nil)
        #expect(diagnostics.map(\.code) == ["never-true"])
    }

    private func read(_ text: String, _ kind: Comparison.Kind) -> (Comparison?, [Diagnostic]) {
        let diagnostics = DiagnosticCollector()
        let node = ConfigNode(kind: .scalar(text, .quoted), position: SourcePosition(file: "a", line: 1, column: 1))
        return (Comparison(node, kind, diagnostics), diagnostics.diagnostics)
    }
}
