import BotConfiguration

extension KeywordNode {
    /// Returns the emoji that is the action's argument; `nil` after a diagnostic if there is none.
    func emoji(_ diagnostics: DiagnosticCollector) -> String? {
        guard let node = argument(diagnostics), let emoji = node.text(diagnostics) else { return nil }
        guard !emoji.allSatisfy(\.isWhitespace) else {
            diagnostics.error("missing-value", "expected an emoji", at: node.position)
            return nil
        }
        guard !emoji.contains("{{") else {
            diagnostics.error("wrong-kind", "an emoji is not a template", at: node.position)
            return nil
        }
        return emoji
    }
}
