import TextMatching

/// What a condition, or a whole rule, says of an event.
enum Decision: Hashable, Sendable {
    case holds(Reason)
    /// With the part that said no, so that a trace can explain a miss: `text.contains`, `except`.
    case fails(String)

    var holds: Bool {
        if case .holds = self { true } else { false }
    }
}

/// Why a condition holds.
struct Reason: Hashable, Sendable {
    /// The deciding part: `text.contains`.
    var part: String
    /// The text that it found, if it looked for one.
    var match: TextMatch?

    init(_ part: String, _ match: TextMatch? = nil) {
        self.part = part
        self.match = match
    }

    /// Longer finds are cut in reasons; the message itself has them in full.
    private static let longestQuote = 60

    /// `text.contains found 'Free  Nitro'`
    var sentence: String {
        guard let match else { return part }
        let quote = match.text.count > Self.longestQuote ? match.text.prefix(Self.longestQuote) + "…" : match.text[...]
        return "\(part) found '\(quote)'"
    }
}
