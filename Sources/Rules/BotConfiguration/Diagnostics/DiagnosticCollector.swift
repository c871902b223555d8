/// A collector of diagnostics, so that reading a configuration continues after an error.
package final class DiagnosticCollector {
    package private(set) var diagnostics: [Diagnostic] = []
    private var known: Set<DuplicateKey> = []
    /// The recorder of the format, while readers read a blank configuration.
    let recorder: SchemaRecorder?

    /// The identity of a diagnostic. A node behind an alias is read once for each use, but its errors are reported once.
    private struct DuplicateKey: Hashable {
        let position: SourcePosition
        let message: String
    }

    package init() { recorder = nil }

    init(recorder: SchemaRecorder) { self.recorder = recorder }

    /// A Boolean value that indicates whether a blank configuration is being read, which cannot contain errors.
    package var isRecording: Bool { recorder != nil }

    /// The number of errors so far. A reader compares it before and after a part to know whether that part is usable.
    package var errors: Int { diagnostics.count { $0.severity == .error } }

    package func add(_ diagnostic: Diagnostic) {
        guard !isRecording, known.insert(DuplicateKey(position: diagnostic.position, message: diagnostic.message)).inserted else {
            return
        }
        diagnostics.append(diagnostic)
    }

    /// Adds an error for a word that is not one of the candidates, with a suggestion.
    package func unknownWord(_ word: String, at position: SourcePosition, code: String, message: String, candidates: [String]) {
        var diagnostic = Diagnostic.unknownWord(
            word, at: position, code: code, message: message, candidates: offersSuggestions ? candidates : [])
        if diagnostic.suggestion == nil, let last = candidates.last, (2...Self.fewWords).contains(candidates.count) {
            diagnostic.suggestion = "write \(candidates.dropLast().joined(separator: ", ")) or \(last)"
        }
        add(diagnostic)
    }

    /// The maximum number of candidates to list if none is similar to the word.
    private static let fewWords = 5

    /// A Boolean value that indicates whether suggestions are computed. They take time, and after this many errors they are not
    /// shown.
    var offersSuggestions: Bool { diagnostics.count < 2 * DiagnosticReport.limit }

    /// A Boolean value that indicates whether reading should stop: further errors can only be the result of an attack.
    package var isFull: Bool { diagnostics.count >= 1000 }

    package func error(_ code: String, _ message: String, at position: SourcePosition, suggestion: String? = nil) {
        add(Diagnostic(.error, code, message, at: position, suggestion: suggestion))
    }

    package func warning(_ code: String, _ message: String, at position: SourcePosition, suggestion: String? = nil) {
        add(Diagnostic(.warning, code, message, at: position, suggestion: suggestion))
    }
}
