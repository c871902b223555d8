import BotConfiguration

/// Finds control characters in texts and patterns. In double quotes YAML takes `\b` for one, which no message contains.
struct ControlCharacterReview {
    private let diagnostics: DiagnosticCollector

    private static let letters: [Character: Character] = ["\u{7}": "a", "\u{8}": "b", "\u{B}": "v", "\u{1B}": "e", "\0": "0"]

    init(_ diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

    func review(_ text: String, _ node: ConfigNode) {
        guard let letter = text.lazy.compactMap({ Self.letters[$0] }).first else { return }
        let written = text.map { Self.letters[$0].map { "\\\($0)" } ?? String($0) }.joined()
        diagnostics.warning(
            "control-character-in-text",
            "in double quotes YAML takes \\\(letter) for a control character, which no text contains",
            at: node.position, suggestion: "use single quotes: '\(written.replacing("'", with: "''"))'")
    }
}
