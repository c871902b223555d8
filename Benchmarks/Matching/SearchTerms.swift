import ChatModel

/// Random words, phrases and patterns that occur in no generated message, although parts of them do.
struct SearchTerms {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Returns an invented word of two to four syllables, similar to names of scams, games and people.
    mutating func word() -> String {
        let start = [
            "b", "c", "ch", "d", "g", "h", "k", "kh", "l", "m", "n", "ng", "nh", "p", "ph", "r", "s", "t", "th", "tr", "v", "x",
            "z", "w",
        ]
        let middle = ["a", "e", "i", "o", "u", "oa", "ai", "eo", "ie", "uo"]
        let end = ["", "", "n", "ng", "t", "x", "r", "k", "ss"]
        return (0..<Int.random(in: 2...4, using: &random)).map { _ in
            random.element(of: start) + random.element(of: middle) + random.element(of: end)
        }.joined()
    }

    /// Returns everyday words with one invented word among them.
    mutating func phrase() -> String {
        let words = random.chance(60) ? ChatText.vietnamese : ChatText.english
        var parts = (0..<Int.random(in: 2...4, using: &random)).map { _ in random.element(of: words) }
        parts.insert(word(), at: Int.random(in: 1...parts.count, using: &random))
        return parts.joined(separator: " ")
    }

    /// Returns a pattern in a form that moderators use.
    mutating func pattern() -> String {
        let first = word(), second = word()
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "(free|miễn phí)\\s+(\(first)|\(second))"
        case 1: return "\\b\(first)(s|es)?\\b"
        case 2: return "\(first).{0,20}\(second)"
        case 3: return "https?://[a-z0-9.-]*\(first)\\.(com|net|xyz)"
        case 4: return "\(first)\\s*[:=]\\s*\\d+\\s*(k|tr|usd)"
        default: return "(nhận|mua|bán)\\s+\\w+\\s+\(first)"
        }
    }
}
