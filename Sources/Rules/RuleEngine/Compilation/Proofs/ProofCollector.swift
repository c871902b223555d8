import BotConfiguration

/// A collector of findings.
final class ProofCollector {
    private(set) var all: [ProofFinding] = []

    func add(
        _ claim: ProofFinding.Claim, _ code: String, _ message: String, at position: SourcePosition, suggestion: String,
        example: ExampleEvent? = nil
    ) {
        let diagnostic = Diagnostic(
            .warning, code, message, at: position, suggestion: suggestion, example: example?.description)
        all.append(ProofFinding(claim: claim, diagnostic: diagnostic, example: example))
    }
}
