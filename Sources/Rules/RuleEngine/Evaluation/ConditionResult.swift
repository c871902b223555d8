import PatternMatching
import TextFolding

/// The result of a condition, or of a whole rule, for an event.
enum ConditionResult: Hashable, Sendable {
    case holds(Reason)
    case fails(Miss)

    static func fails(_ part: String, _ detail: String = "") -> ConditionResult { .fails(Miss(part: part, detail: detail)) }

    var holds: Bool {
        if case .holds = self { true } else { false }
    }

    /// Returns the result with a longer detail.
    func adding(_ explanation: String) -> ConditionResult {
        switch self {
        case .holds(var reason):
            reason.detail += explanation
            return .holds(reason)
        case .fails(var miss):
            miss.detail += explanation
            return .fails(miss)
        }
    }
}

/// The reason why a condition holds.
struct Reason: Hashable, Sendable {
    /// The deciding part: `text.contains`.
    var part: String
    /// The deciding comparison: `2h < 24h`.
    var detail: String
    var found: MatchDetails

    init(_ part: String, _ detail: String = "", found: MatchDetails = MatchDetails()) {
        self.part = part
        self.detail = detail
        self.found = found
    }

    init(_ part: String, _ match: TextMatch) { self.init(part, found: MatchDetails(text: match)) }

    /// The maximum length of a match in a reason, in characters. The message has the full text.
    private static let maxQuoteLength = 60

    /// The reason as text: `text.contains found 'Free  Nitro'`.
    var sentence: String {
        // A detail says more than one of several texts that were found.
        guard let match = found.text, detail.isEmpty else { return detail.isEmpty ? part : "\(part) \(detail)" }
        // The default folds are not mentioned.
        let disguise = match.folds.subtracting(.plain)
        // Counting bytes first: most matches are short, and counting characters takes longer than the comparison.
        let isLong = match.text.utf8.count > Self.maxQuoteLength && match.text.count > Self.maxQuoteLength
        var sentence = part
        sentence.reserveCapacity(part.utf8.count + min(match.text.utf8.count, 4 * Self.maxQuoteLength) + 12)
        sentence += " found '"
        sentence.append(contentsOf: isLong ? match.text.prefix(Self.maxQuoteLength) : match.text[...])
        sentence += isLong ? "…'" : "'"
        if !disguise.isEmpty { sentence += " by \(disguise)" }
        return sentence
    }
}

/// The reason why a condition does not hold.
struct Miss: Hashable, Sendable {
    /// The part that failed: `author.member_for`.
    var part: String
    /// The deciding comparison: `730d is not < 24h`.
    var detail: String
    /// The number of parts that held before the failure. Of several failures, the one that came furthest is the most informative.
    var depth = 0

    var sentence: String { detail.isEmpty ? part : "\(part): \(detail)" }
}
