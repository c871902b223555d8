/// A comparison written as text: `> 5`, `>= 0.8`, `< 24h`, `<= 20MB`, `5..10`, or `5` for equality.
package struct Comparison: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// Integers from zero.
        case count
        /// Decimal numbers from 0 to 1.
        case ratio
        /// Decimal numbers of any size.
        case number
        /// Durations, compared in seconds.
        case duration
        /// Sizes, compared in bytes.
        case size
    }

    /// The comparison as written.
    package let description: String
    package let interval: Interval

    package func holds(_ value: Double) -> Bool { interval.contains(value) }
    package func holds(_ value: Int) -> Bool { interval.contains(Double(value)) }
    package func holds(_ value: Duration) -> Bool {
        let (seconds, attoseconds) = value.components
        return interval.contains(Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// Parses a comparison; returns `nil` and adds a diagnostic for anything else, and for a comparison that no value of this
    /// kind can satisfy.
    package init?(_ node: ConfigNode, _ kind: Kind, _ diagnostics: DiagnosticCollector) {
        if diagnostics.record(.pattern(kind.pattern, example: kind.example, isPerhapsNumber: kind.isNumber), for: node) {
            return nil
        }
        guard case .scalar(let text, _) = node.kind else {
            diagnostics.error("bad-comparison", "expected a comparison, not \(node.kindName)", at: node.position)
            return nil
        }
        guard let interval = kind.interval(text) else {
            diagnostics.error(
                "bad-comparison", "'\(text)' is not a comparison of \(kind.plural)", at: node.position,
                suggestion: kind.repaired(text).map { "write \"\($0)\"" } ?? "write \(kind.examples)")
            return nil
        }
        guard kind.canHold(interval) else {
            diagnostics.error(
                "never-true", "no \(kind.singular) satisfies '\(text)'", at: node.position,
                suggestion: interval.reversed.map { kind.canHold($0) ? "write the smaller value first" : kind.limits }
                    ?? kind.limits)
            return nil
        }
        description = text
        self.interval = interval
        if kind == .ratio, let value = interval.single, value > 0, value < 1 {
            diagnostics.warning(
                "exact-ratio", "a share is rarely exactly \(text)", at: node.position, suggestion: "write \">= \(text)\"")
        }
    }

    /// Parses a comparison that some value of the kind satisfies; `nil` for anything else.
    package init?(_ text: String, _ kind: Kind) {
        guard let interval = kind.interval(text), kind.canHold(interval) else { return nil }
        description = text
        self.interval = interval
    }

    /// The lower bound of the values that satisfy it; `nil` if there is none.
    package var lowerBound: Double? { interval.lower?.value }

    /// Returns whether no number of a range satisfies it.
    package func excludes(_ range: ClosedRange<Double>) -> Bool {
        let other = Interval(
            lower: .init(value: range.lowerBound, isIncluded: true), upper: .init(value: range.upperBound, isIncluded: true))
        return !Kind.number.canHold(interval.intersection(other))
    }

    /// Returns whether no value satisfies both comparisons.
    package func excludes(_ other: Comparison, as kind: Kind) -> Bool {
        !kind.canHold(interval.intersection(other.interval))
    }
}
