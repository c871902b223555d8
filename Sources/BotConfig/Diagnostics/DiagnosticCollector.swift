/// Collects what is found while configuration is read, so that reading goes on after a mistake.
package final class DiagnosticCollector {
    package private(set) var diagnostics: [Diagnostic] = []
    private var known: Set<DuplicateKey> = []
    /// Learns what readers know, while they read a blank configuration.
    let recorder: SchemaRecorder?

    /// A node behind an alias is read once for each use; its mistakes are one.
    private struct DuplicateKey: Hashable {
        let place: SourcePosition
        let message: String
    }

    package init() { recorder = nil }

    init(recorder: SchemaRecorder) { self.recorder = recorder }

    /// Whether a blank configuration is read. Nothing can be wrong with it.
    package var isRecording: Bool { recorder != nil }

    /// How many errors there are so far: whether reading something added to them tells whether it can be used.
    package var errors: Int { diagnostics.count { $0.severity == .error } }

    package func add(_ diagnostic: Diagnostic) {
        guard !isRecording, known.insert(DuplicateKey(place: diagnostic.place, message: diagnostic.message)).inserted else {
            return
        }
        diagnostics.append(diagnostic)
    }

    /// Adds that a word is not one of the candidates, with a guess at what was meant.
    package func unknownWord(_ word: String, at place: SourcePosition, code: String, message: String, candidates: [String]) {
        var diagnostic = Diagnostic.unknownWord(
            word, at: place, code: code, message: message, candidates: guesses ? candidates : [])
        if diagnostic.suggestion == nil, let last = candidates.last, (2...Self.fewWords).contains(candidates.count) {
            diagnostic.suggestion = "write \(candidates.dropLast().joined(separator: ", ")) or \(last)"
        }
        add(diagnostic)
    }

    /// So few can be offered where nothing looks like what was written.
    private static let fewWords = 5

    /// Guessing takes time, and after so many mistakes nobody reads the guesses.
    var guesses: Bool { diagnostics.count < 2 * DiagnosticReport.limit }

    /// Whether reading on is only worth somebody's time who wants to take ours.
    package var isFull: Bool { diagnostics.count >= 1000 }

    package func error(_ code: String, _ message: String, at place: SourcePosition, suggestion: String? = nil) {
        add(Diagnostic(.error, code, message, at: place, suggestion: suggestion))
    }

    package func warning(_ code: String, _ message: String, at place: SourcePosition, suggestion: String? = nil) {
        add(Diagnostic(.warning, code, message, at: place, suggestion: suggestion))
    }
}
