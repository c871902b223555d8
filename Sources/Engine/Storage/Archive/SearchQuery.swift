/// A full-text query that matches messages containing all of its parts, in any position.
///
/// Each part is a word or a phrase of consecutive words. A trailing asterisk matches every word with that prefix.
package struct SearchQuery: Sendable, Hashable {
    /// One part of a query, normalized for the index.
    struct Part: Sendable, Hashable {
        var words: String
        var isPrefix: Bool

        /// The FTS5 pattern. Quotes prevent its content from being read as operators.
        var pattern: String {
            "\"\(words.replacing("\"", with: "\"\""))\"\(isPrefix ? "*" : "")"
        }
    }

    let parts: [Part]

    /// - Throws: `SearchError`, for example for a part without a letter or digit, which cannot be indexed.
    package init(_ parts: [String]) throws(SearchError) {
        guard parts.count <= Self.maxParts else { throw .tooManyWords(limit: Self.maxParts) }
        var read: [Part] = []
        for part in parts {
            guard part.utf8.count <= Self.maxPartLength else { throw .tooLong(limit: Self.maxPartLength) }
            let isPrefix = part.hasSuffix("*")
            // A NUL byte would end the pattern before its closing quote and cut the text.
            let words = SearchText.folded(isPrefix ? String(part.dropLast()) : part).filter { $0 != "\0" }
            guard words.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) else {
                throw .noWord(part)
            }
            read.append(Part(words: words, isPrefix: isPrefix))
        }
        self.parts = read
    }

    /// Creates the query of one part of another one.
    init(_ part: Part) { parts = [part] }

    private static let maxParts = 32  // Each part costs a scan of its position list.
    private static let maxPartLength = 1000  // Bytes: more than a user types.
}

/// An error in a full-text query.
package enum SearchError: Error, Equatable, CustomStringConvertible {
    case noWord(String)
    case tooManyWords(limit: Int)
    case tooLong(limit: Int)
    /// The index of an encrypted store finds whole words only.
    case wholeWordsOnly(String)

    package var description: String {
        switch self {
        case .noWord(let part): "'\(part)' contains no letter or digit to search for"
        case .tooManyWords(let limit): "at most \(limit) words are allowed"
        case .tooLong(let limit): "a word may have at most \(limit) bytes"
        case .wholeWordsOnly(let word):
            "'\(word)*' cannot be searched: the index of an encrypted store finds whole words only; remove the asterisk"
        }
    }
}
