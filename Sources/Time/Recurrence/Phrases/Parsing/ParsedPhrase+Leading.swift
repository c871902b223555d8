package import ChatModel

extension ParsedPhrase {
    /// A time at the beginning of a text, which other words may follow.
    package struct Leading: Sendable {
        package let draft: ParsedPhrase
        /// The end of the time in the text, in UTF-16 units.
        package let end: Int
    }

    /// Parses the time with which a text begins, however it continues; `nil` if it begins with none.
    package static func leading(_ text: String, mentions: [PhraseMention] = []) -> Leading? {
        var beginning = text
        if !isShort(text) {
            let units = String(decoding: text.utf16.prefix(maxTextLength), as: UTF16.self)
            // A truncated word is dropped.
            beginning = String(units[..<(units.lastIndex(where: \.isWhitespace) ?? units.endIndex)])
        }
        let splitter = PhraseSplitter(beginning, mentions)
        var parser = splitter.parser
        guard let time = parser.time(), parser.isAtBoundary else { return nil }
        let draft = ParsedPhrase(
            who: [], what: nil, text: beginning, tokens: splitter.tokens, time: time, refusal: splitter.refusal(of: time))
        return Leading(draft: draft, end: splitter.parser.textRange(time.range).end)
    }

    /// A Boolean value that indicates whether the request recurs.
    package var isRecurring: Bool { time?.isRecurring ?? false }

    /// A Boolean value that indicates whether the time is given as a duration from now.
    package var isLength: Bool { time?.delay != nil }

    /// The range of the time in the text.
    package var timeRange: TextRange? { time.map { tokens.range($0.range) } }

    /// Returns the words in a range of the text.
    package func words(at range: TextRange) -> String { range.slice(of: text).map(String.init) ?? "" }
}
