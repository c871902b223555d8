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

    /// A part of a text that is no condition.
    package struct ParseError: Error, Hashable, Sendable {
        /// The mistake, for example `'mute' is not a number of a backtest`.
        package var message: String
        /// The correction, for example `did you mean 'mutes'?`.
        package var suggestion: String
        /// The offset and length of the part in characters.
        package var offset: Int
        package var length: Int
    }

    /// Parses conditions with commas between them.
    package init(_ text: String) throws(ParseError) {
        var conditions: [Condition] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            conditions.append(try Self.condition(part, in: text))
        }
        self.conditions = conditions
        description = text
    }

    private static func condition(_ part: Substring, in text: String) throws(ParseError) -> Condition {
        func error(_ message: String, _ suggestion: String, at words: Substring) -> ParseError {
            ParseError(
                message: message, suggestion: suggestion, offset: text.distance(from: text.startIndex, to: words.startIndex),
                length: max(1, words.count))
        }
        let words = part.trimmed
        let name = words.prefix { !$0.isWhitespace && !"<>=".contains($0) }
        guard let figure = Figure(rawValue: String(name)) else {
            let known = Figure.allCases.map(\.rawValue)
            let near = Spelling.nearest(to: name.lowercased(), among: known).map { "did you mean '\($0)'?" }
            let what = words.isEmpty ? "a condition is missing" : "'\(name.isEmpty ? words : name)' is not a number of a backtest"
            throw error(what, near ?? "write one such as \(help)", at: name.isEmpty ? words : name)
        }
        let rest = words.dropFirst(name.count).trimmed
        guard !rest.isEmpty else { throw error("'\(name)' needs a limit", "write \(name) > 0", at: words) }
        guard let comparison = Comparison(String(rest), .count) else {
            throw error("'\(rest)' is not a limit", "write one such as > 0, >= 10 or 1..5", at: rest)
        }
        return Condition(figure: figure, comparison: comparison)
    }
}

extension Substring {
    /// The text without white space at both ends.
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
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
        do {
            return try BacktestLimit(text)
        } catch {
            diagnostics.error(
                "bad-limit", error.message, at: position(ofScalarAt: error.offset, length: error.length),
                suggestion: error.suggestion)
            return nil
        }
    }
}
