import BotConfiguration
import PatternMatching

/// Finds patterns where a text is searched as it is written: `hello*`, `free|nitro`, `\bnitro\b`, `^hello`. Reports only
/// notations that hardly occur in messages.
struct SearchTextReview {
    let field: String
    let fit: Needle.Fit
    /// A Boolean value that indicates whether the text is an item of a list, so that the operator knows lists.
    let isItem: Bool
    /// The prefix of commands, with which a text may begin.
    let prefix: String
    let diagnostics: DiagnosticCollector

    func review(_ text: String, _ node: ConfigNode) {
        ControlCharacterReview(diagnostics).review(text, node)
        guard let slip = slip(in: text) else { return }
        diagnostics.warning(slip.code, slip.message, at: node.position, suggestion: slip.suggestion)
    }

    private func slip(in text: String) -> (code: String, message: String, suggestion: String)? {
        if let words = alternatives(in: text) {
            return (
                "text-not-list", "'\(field)' searches for '\(text)' as a whole, not for one of its parts",
                "write [\(words.joined(separator: ", "))]\(isItem ? " in its place" : ", or [\(ConfigNode.quoted(text))] for the whole")"
            )
        }
        if isPattern(text) {
            return (
                "text-not-pattern", "'\(field)' searches for '\(text)' as it is written, not as a pattern", patternHint(text)
            )
        }
        if let (meant, bare) = wildcard(in: text) {
            return (
                "text-not-wildcard", "'\(field)' searches for the character '*' here",
                meant == field ? "write \(bare)" : "write \(meant): \(bare), or a pattern under 'matches'"
            )
        }
        return nil
    }

    /// Returns the words of `free|nitro`, and for whole words also those of `free, nitro`.
    private func alternatives(in text: String) -> [String]? {
        let bars = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        if bars.count > 1, bars.allSatisfy({ $0.wholeMatch(of: /\w(?:[\w ']*\w)?/) != nil }) { return bars }
        guard fit == .word, !isItem else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }.map(String.init)
        return words.count > 1 && words.allSatisfy { $0.wholeMatch(of: /\w+/) != nil } ? words : nil
    }

    private func isPattern(_ text: String) -> Bool {
        text.contains(/^\\b|\\b$|\\[dwsDWS][+*{]|\.\*|^\^\w|\(\?[:i]|\[[a-z]-[a-z]\]/)
            || fit == .end && text.contains(/[a-z]{2}\$$/)
    }

    private func patternHint(_ text: String) -> String {
        let bare = text.replacing(/^\^|\$$|^\.\*|\.\*$|^\\b|\\b$/, with: "")
        let isPlain = bare.wholeMatch(of: /[\w ]+/) != nil
        let pattern = "write matches: '\(text.replacing("'", with: "''"))'"
        guard isPlain else { return pattern }
        if text.contains("\\b") { return fit == .word ? "write \(bare)" : "write any_word: \(bare), or matches: '\(text)'" }
        return "write \(bare), or matches: '\(text.replacing("'", with: "''"))'"
    }

    /// Returns the field and the text that express a single `*` at an end.
    private func wildcard(in text: String) -> (field: String, text: String)? {
        guard fit != .word, let found = text.wholeMatch(of: /(\*)?(\.?\w(?:[\w .-]*\w)?)(\*)?/) else { return nil }
        let (_, front, bare, back) = found.output
        // A text may begin with the prefix of commands, or be between asterisks, as bold text is.
        let isOpen = front != nil && (bare.hasPrefix(".") || prefix != "*" && back == nil)
        guard back != nil && front == nil || isOpen && back == nil else { return nil }
        let word = String(bare)
        switch fit {
        case .whole: return (front == nil ? "starts_with" : "ends_with", word)
        case .end: return front == nil ? ("contains", word) : (field, word)
        default: return (field, word)
        }
    }
}
