/// What is looked for: all of some words, wherever in a message they stand.
///
/// Each part is a word, or a phrase whose words stand one after another. A star at its end finds every word that begins so.
package struct SearchWords: Sendable, Hashable {
    /// For the index: each part in quotes, so that nothing in it is an operator.
    let pattern: String

    /// - Throws: `SearchError` for a part without a letter or digit, which no index knows.
    package init(_ parts: [String]) throws(SearchError) {
        guard parts.count <= Self.mostParts else { throw .tooManyWords(limit: Self.mostParts) }
        var patterns: [String] = []
        for part in parts {
            guard part.utf8.count <= Self.longestPart else { throw .tooLong(limit: Self.longestPart) }
            let isPrefix = part.hasSuffix("*")
            let words = SearchText.folded(isPrefix ? String(part.dropLast()) : part)
            guard words.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) else {
                throw .noWord(part)
            }
            // A zero byte would end the pattern before its closing quote.
            let safe = words.filter { $0 != "\0" }.replacing("\"", with: "\"\"")
            patterns.append("\"\(safe)\"\(isPrefix ? "*" : "")")
        }
        pattern = patterns.joined(separator: " ")
    }

    private static let mostParts = 32  // Each costs a walk through its list of places.
    private static let longestPart = 1000  // Bytes: more than anybody types.
}

/// What is wrong with what is looked for.
package enum SearchError: Error, Equatable, CustomStringConvertible {
    case noWord(String)
    case tooManyWords(limit: Int)
    case tooLong(limit: Int)

    package var description: String {
        switch self {
        case .noWord(let part): "'\(part)' has no letter and no digit to look for"
        case .tooManyWords(let limit): "\(limit) words are the most"
        case .tooLong(let limit): "a word has \(limit) bytes at most"
        }
    }
}
