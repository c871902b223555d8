import ChatModel

package enum Severity: String, Hashable, Sendable, Codable {
    case error, warning
}

/// An error or warning about a configuration, for its operator.
package struct Diagnostic: Hashable, Sendable {
    package var position: SourcePosition
    package var severity: Severity
    /// A stable code for tools and documentation: `unknown-key`.
    package var code: String
    /// One sentence without a full stop; it never contains a secret.
    package var message: String
    /// The text to write instead.
    package var suggestion: String?
    /// An event that shows the defect, in few words: `»free nitro« in #general`.
    package var example: String?

    package init(
        _ severity: Severity, _ code: String, _ message: String, at position: SourcePosition, suggestion: String? = nil,
        example: String? = nil
    ) {
        self.position = position
        self.severity = severity
        self.code = code
        self.message = message
        self.suggestion = suggestion
        self.example = example
    }

    /// The message with the example.
    package var messageWithExample: String { example.map { "\(message), for example \($0)" } ?? message }

    /// The message with the example and the suggestion, in one line.
    var sentence: String { suggestion.map { "\(messageWithExample); \($0)" } ?? messageWithExample }

    /// Creates a diagnostic for a word that is not one of the candidates, with the nearest of them as the suggestion.
    package static func unknownWord(
        _ word: String, at position: SourcePosition, code: String, message: String, candidates: [String]
    ) -> Diagnostic {
        let nearest = Synonyms.meaning(of: word, among: candidates) ?? Spelling.nearest(to: word, among: candidates)
        return Diagnostic(.error, code, message, at: position, suggestion: nearest.map { "did you mean '\($0)'?" })
    }
}

extension Sequence<Diagnostic> {
    package var hasErrors: Bool { contains { $0.severity == .error } }
}
