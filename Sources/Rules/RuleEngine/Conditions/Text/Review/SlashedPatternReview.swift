import BotConfiguration

/// Finds patterns between slashes, as JavaScript writes them: `/nitro/i`. The slashes would be searched for.
struct SlashedPatternReview {
    private let diagnostics: DiagnosticCollector

    init(_ diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

    func review(_ text: String, _ node: ConfigNode) {
        ControlCharacterReview(diagnostics).review(text, node)
        guard let found = text.wholeMatch(of: /\/(.+)\/([gimsuy]*)/), !found.output.1.contains("/") else { return }
        let (_, pattern, flags) = found.output
        // A path such as `/home/` may be meant.
        guard !flags.isEmpty || pattern.contains(where: { "\\|[(+*".contains($0) }) else { return }
        let isPlain = pattern.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
        diagnostics.warning(
            "slashed-pattern", "the slashes are part of this pattern; case is ignored anyway unless 'fold' says otherwise",
            at: node.position, suggestion: "write \(isPlain ? String(pattern) : "'\(pattern.replacing("'", with: "''"))'")")
    }
}
