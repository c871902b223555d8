package import MezonModel

extension ParsedPhrase {
    /// A time alone, which other words may follow.
    package struct Leading: Sendable {
        package let draft: ParsedPhrase
        /// Where the words of the time end, in UTF-16 units.
        package let end: Int
    }

    /// The time with which a text begins, however it goes on; `nil` where it begins with none.
    package static func leading(_ text: String, mentions: [PhraseMention] = []) -> Leading? {
        var beginning = text
        if !isShort(text) {
            let units = String(decoding: text.utf16.prefix(longestText), as: UTF16.self)
            // What is cut is no word.
            beginning = String(units[..<(units.lastIndex(where: \.isWhitespace) ?? units.endIndex)])
        }
        let splitter = PhraseSplitter(beginning, mentions)
        var parser = splitter.parser
        guard let time = parser.time(), parser.isAtBoundary else { return nil }
        let draft = ParsedPhrase(
            who: [], what: nil, text: beginning, tokens: splitter.tokens, time: time, refusal: splitter.refusal(of: time))
        return Leading(draft: draft, end: splitter.parser.textRange(time.range).end)
    }

    /// Whether it asks for something again and again.
    package var isRecurring: Bool { time?.isRecurring ?? false }

    /// Whether it says how long from now rather than when.
    package var isLength: Bool { time?.ahead != nil }

    /// Where the words of the time stand.
    package var timeRange: TextRange? { time.map { tokens.range($0.range) } }

    /// The words in a stretch of its text.
    package func words(at range: TextRange) -> String { range.slice(of: text).map(String.init) ?? "" }
}
