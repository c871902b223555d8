/// What is looked for: all of some words, wherever in a message they stand.
///
/// Each part is a word, or a phrase whose words stand one after another. A star at its end finds every word that begins so.
package struct SearchQuery: Sendable, Hashable {
    /// One part of what is looked for, as the index sees it.
    struct Part: Sendable, Hashable {
        var words: String
        var isPrefix: Bool

        /// In quotes, so that nothing in it is an operator.
        var pattern: String {
            "\"\(words.replacing("\"", with: "\"\""))\"\(isPrefix ? "*" : "")"
        }
    }

    let parts: [Part]

    /// - Throws: `SearchError` for a part without a letter or digit, which no index knows.
    package init(_ parts: [String]) throws(SearchError) {
        guard parts.count <= Self.mostParts else { throw .tooManyWords(limit: Self.mostParts) }
        var read: [Part] = []
        for part in parts {
            guard part.utf8.count <= Self.longestPart else { throw .tooLong(limit: Self.longestPart) }
            let isPrefix = part.hasSuffix("*")
            // A zero byte would end the pattern before its closing quote, and the text before its last word.
            let words = SearchText.folded(isPrefix ? String(part.dropLast()) : part).filter { $0 != "\0" }
            guard words.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) else {
                throw .noWord(part)
            }
            read.append(Part(words: words, isPrefix: isPrefix))
        }
        self.parts = read
    }

    private static let mostParts = 32  // Each costs a walk through its list of places.
    private static let longestPart = 1000  // Bytes: more than anybody types.
}

/// What is wrong with what is looked for.
package enum SearchError: Error, Equatable, CustomStringConvertible {
    case noWord(String)
    case tooManyWords(limit: Int)
    case tooLong(limit: Int)
    /// The index of a sealed store knows words only whole.
    case wholeWordsOnly(String)

    package var description: String {
        switch self {
        case .noWord(let part): "'\(part)' has no letter and no digit to look for"
        case .tooManyWords(let limit): "\(limit) words are the most"
        case .tooLong(let limit): "a word has \(limit) bytes at most"
        case .wholeWordsOnly(let word):
            "'\(word)*' cannot be looked for: the store is sealed, and its index knows words only whole; leave out the star"
        }
    }
}
