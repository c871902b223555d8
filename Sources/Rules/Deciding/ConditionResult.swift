import TextMatching

/// What a condition, or a whole rule, says of an event.
enum ConditionResult: Hashable, Sendable {
    case holds(Reason)
    case fails(Miss)

    static func fails(_ part: String, _ detail: String = "") -> ConditionResult { .fails(Miss(part: part, detail: detail)) }

    var holds: Bool {
        if case .holds = self { true } else { false }
    }
}

/// Why a condition holds.
struct Reason: Hashable, Sendable {
    /// The deciding part: `text.contains`.
    var part: String
    /// The value that decided: `2 h < 24 h`.
    var detail: String
    var found: MatchDetails

    init(_ part: String, _ detail: String = "", found: MatchDetails = MatchDetails()) {
        self.part = part
        self.detail = detail
        self.found = found
    }

    init(_ part: String, _ match: TextMatch) { self.init(part, found: MatchDetails(text: match)) }

    /// Longer finds are cut in reasons; the message itself has them in full.
    private static let longestQuote = 60

    /// `text.contains found 'Free  Nitro'`
    var sentence: String {
        guard let match = found.text else { return detail.isEmpty ? part : "\(part) \(detail)" }
        // What everybody overlooks is not worth a word.
        let disguise = match.folds.subtracting(.plain)
        let quote = match.text.count > Self.longestQuote ? match.text.prefix(Self.longestQuote) + "…" : match.text[...]
        return "\(part) found '\(quote)'" + (disguise.isEmpty ? "" : " by \(disguise)")
    }
}

/// Why a condition does not hold.
struct Miss: Hashable, Sendable {
    /// The part that said no: `author.member_for`.
    var part: String
    /// The value that decided: `730 d is not < 24 h`.
    var detail: String
    /// How many parts had held before it: of several misses the one that came furthest says most.
    var depth = 0

    var sentence: String { detail.isEmpty ? part : "\(part): \(detail)" }
}
