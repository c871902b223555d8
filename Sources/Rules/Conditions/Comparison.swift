import BotConfig

/// A comparison with whole numbers, written as a text: `> 5`, `>= 5`, `5..10`, or `5`.
struct Comparison: Hashable, Sendable {
    private let range: ClosedRange<Int>

    func holds(_ number: Int) -> Bool { range.contains(number) }

    /// For counts, which are never negative; `nil`, and a diagnostic, for anything else and for what no count can fulfil.
    init?(_ node: ConfigNode, _ findings: Findings) {
        guard case .scalar(let text, _) = node.kind else {
            findings.error("bad-comparison", "a comparison belongs here, not \(node.kindName)", at: node.place)
            return nil
        }
        guard let bounds = Self.bounds(text) else {
            findings.error(
                "bad-comparison", "'\(text)' is not a comparison", at: node.place,
                suggestion: "write \"> 5\", \">= 5\", \"< 5\", \"<= 5\", \"5..10\" or 5")
            return nil
        }
        guard bounds.lower <= bounds.upper else {
            findings.error("never-true", "no count fulfils '\(text)'", at: node.place)
            return nil
        }
        range = bounds.lower...bounds.upper
    }

    private static func bounds(_ text: String) -> (lower: Int, upper: Int)? {
        let text = text.filter { $0 != " " }
        func number(after sign: String) -> Int? { text.hasPrefix(sign) ? count(text.dropFirst(sign.count)) : nil }
        if let number = number(after: ">=") { return (number, .max) }
        if let number = number(after: "<=") { return (0, number) }
        if let number = number(after: ">") { return (number + 1, .max) }
        if let number = number(after: "<") { return (0, number - 1) }
        if let dots = text.firstRange(of: "..") {
            guard let lower = count(text[..<dots.lowerBound]), let upper = count(text[dots.upperBound...]) else { return nil }
            return (lower, upper)
        }
        return count(text[...]).map { ($0, $0) }
    }

    private static func count(_ text: Substring) -> Int? {
        guard let number = Int32(text), number >= 0 else { return nil }
        return Int(number)
    }
}
