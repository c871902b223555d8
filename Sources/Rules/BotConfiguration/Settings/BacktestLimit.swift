import ChatModel

/// The differences that a backtest must not find: `removals > 0, mutes > 10`. Any of the conditions suffices.
package struct BacktestLimit: Hashable, Sendable, CustomStringConvertible {
    /// A number that a backtest reports.
    package enum Figure: String, Hashable, Sendable, CaseIterable {
        /// The entries that are decided otherwise.
        case changes
        /// The decisions in which a rule acts that did not act before.
        case hits
        /// The decisions in which a rule no longer acts.
        case losses
        /// The events that would not have happened.
        case prevented
        /// The measures that would not have been taken, with what their users would have written unknown.
        case unknown
        /// The members removed, in addition to those before: kicks and bans.
        case removals
        /// The members muted in addition.
        case mutes
        /// The messages deleted in addition.
        case deletions
        /// The members warned in addition.
        case warnings
    }

    /// One condition.
    package struct Condition: Hashable, Sendable {
        package var figure: Figure
        package var comparison: Comparison
    }

    package let conditions: [Condition]
    /// The conditions as written.
    package let description: String

    /// The figures and an example.
    package static let help =
        "removals > 0, mutes > 10. The numbers are " + Figure.allCases.map(\.rawValue).joined(separator: ", ")

    /// Parses conditions with commas between them; `nil` for anything else.
    package init?(_ text: String) {
        var conditions: [Condition] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.drop { $0 == " " }
            let name = words.prefix { $0.isLetter }
            let rest = words.dropFirst(name.count).drop { $0 == " " }
            let end = rest.lastIndex { $0 != " " }.map(rest.index(after:)) ?? rest.endIndex
            guard let figure = Figure(rawValue: String(name)), let comparison = Comparison(String(rest[..<end]), .count) else {
                return nil
            }
            conditions.append(Condition(figure: figure, comparison: comparison))
        }
        self.conditions = conditions
        description = text
    }
}

extension BacktestLimit {
    /// The form of a text, for editors.
    static var pattern: String {
        let condition = "(\(Figure.allCases.map(\.rawValue).joined(separator: "|"))) *[^,]+"
        return "^ *\(condition)(, *\(condition))*$"
    }
}

extension ConfigNode {
    /// Returns conditions about the differences that a backtest finds.
    func backtestLimit(_ diagnostics: DiagnosticCollector) -> BacktestLimit? {
        if diagnostics.record(.pattern(BacktestLimit.pattern, example: "removals > 0"), for: self) { return nil }
        guard let text = scalarText, !isEmpty else {
            diagnostics.error(
                "wrong-kind", "expected conditions, not \(kindName)", at: position, suggestion: "write removals > 0")
            return nil
        }
        if let limit = BacktestLimit(text) { return limit }
        let name = text.drop { $0 == " " }.prefix { $0.isLetter || $0 == "_" }
        let near = Spelling.nearest(to: name.lowercased(), among: BacktestLimit.Figure.allCases.map(\.rawValue))
        diagnostics.error(
            "bad-limit", "'\(text)' is no list of conditions", at: position,
            suggestion: near.flatMap { $0 == name ? nil : "write \($0)" } ?? "write \(BacktestLimit.help)")
        return nil
    }
}
