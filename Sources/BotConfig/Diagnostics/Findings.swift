/// Collects what is found while configuration is read, so that reading goes on after a mistake.
package final class Findings {
    package private(set) var diagnostics: [Diagnostic] = []
    private var known: Set<Mistake> = []

    /// A node behind an alias is read once for each use; its mistakes are one.
    private struct Mistake: Hashable {
        let place: Place
        let message: String
    }

    package init() {}

    package func add(_ diagnostic: Diagnostic) {
        guard known.insert(Mistake(place: diagnostic.place, message: diagnostic.message)).inserted else { return }
        diagnostics.append(diagnostic)
    }

    /// Adds that a word is not one of the candidates, with a guess at what was meant.
    package func unknownWord(_ word: String, at place: Place, code: String, message: String, candidates: [String]) {
        add(.unknownWord(word, at: place, code: code, message: message, candidates: guesses ? candidates : []))
    }

    /// Guessing takes time, and after so many mistakes nobody reads the guesses.
    var guesses: Bool { diagnostics.count < 2 * DiagnosticReport.limit }

    package func error(_ code: String, _ message: String, at place: Place, suggestion: String? = nil) {
        add(Diagnostic(.error, code, message, at: place, suggestion: suggestion))
    }

    package func warning(_ code: String, _ message: String, at place: Place, suggestion: String? = nil) {
        add(Diagnostic(.warning, code, message, at: place, suggestion: suggestion))
    }
}
