/// Queries of readers that accept several shapes. A blank node answers yes and no in turn.
extension ConfigNode {
    /// Returns whether the node is a text.
    package func isText(_ diagnostics: DiagnosticCollector) -> Bool {
        if let recordedAnswer = recordedAnswer("text", diagnostics) { return recordedAnswer }
        if case .scalar = kind { return true } else { return false }
    }

    package func isList(_ diagnostics: DiagnosticCollector) -> Bool {
        if let recordedAnswer = recordedAnswer("list", diagnostics) { return recordedAnswer }
        if case .list = kind { return true } else { return false }
    }

    package func isMap(_ diagnostics: DiagnosticCollector) -> Bool {
        if let recordedAnswer = recordedAnswer("map", diagnostics) { return recordedAnswer }
        if case .map = kind { return true } else { return false }
    }

    /// Returns whether the node is a map with one of these keys.
    package func isMap(with keys: [String], _ diagnostics: DiagnosticCollector) -> Bool {
        if let recordedAnswer = recordedAnswer("map with " + keys.joined(separator: " "), diagnostics) { return recordedAnswer }
        guard case .map(let entries) = kind else { return false }
        return entries.contains { keys.contains($0.key) }
    }

    /// Returns whether the node is this word.
    package func isWord(_ word: String, _ diagnostics: DiagnosticCollector) -> Bool {
        if diagnostics.record(.words([word]), for: self) { return false }
        if case .scalar(word, _) = kind { return true } else { return false }
    }

    private func recordedAnswer(_ question: String, _ diagnostics: DiagnosticCollector) -> Bool? {
        guard let recorder = diagnostics.recorder, let sampleID else { return nil }
        return recorder.alternative(of: 2, at: sampleID, question) == 0
    }
}
