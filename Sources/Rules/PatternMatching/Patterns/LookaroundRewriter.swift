/// Suggestions to replace look-arounds.
enum LookaroundRewriter {
    /// Rewrites a pattern such as `(?=.*free).*nitro`, which requires two words in any order, as two conditions.
    static func rewrite(_ pattern: String) -> String? {
        var rest = Substring(pattern)
        var words: [Substring] = []
        if rest.first == "^" { rest.removeFirst() }
        while rest.hasPrefix("(?=.*") {
            rest = rest.dropFirst(5)
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == " " }
            rest = rest.dropFirst(word.count)
            guard !word.isEmpty, rest.first == ")" else { return nil }
            rest.removeFirst()
            words.append(word)
        }
        guard !words.isEmpty else { return nil }
        if rest.hasPrefix(".*") { rest = rest.dropFirst(2) }
        guard rest.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " }) else { return nil }
        if !rest.isEmpty { words.append(rest) }
        return "write: all: [ " + words.map { "{ text: { contains: \($0) } }" }.joined(separator: ", ") + " ]"
    }

    static let ahead = "write two conditions under 'all'"
    static let negative = "write the unwanted part as a condition under 'not'"
    static let lookbehind = "match the preceding text as well"
}
