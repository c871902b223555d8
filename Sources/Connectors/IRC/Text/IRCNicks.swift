import ChatModel
import ConnectorKit

/// The nicks in a channel, as spelled there and as the network compares them.
package struct IRCNicks: Hashable, Sendable {
    private var names: [String: String] = [:]
    let caseMapping: IRCCaseMapping

    init(_ spellings: some Sequence<String> = [], caseMapping: IRCCaseMapping = .rfc1459) {
        self.caseMapping = caseMapping
        for nick in spellings { insert(nick) }
    }

    package var count: Int { names.count }
    package var spellings: [String] { names.values.sorted() }
    package func contains(_ nick: String) -> Bool { names[caseMapping.folded(nick)] != nil }

    mutating func insert(_ nick: String) { names[caseMapping.folded(nick)] = nick }

    /// - Returns: A Boolean value that indicates whether the nick was present.
    @discardableResult
    mutating func remove(_ nick: String) -> Bool { names.removeValue(forKey: caseMapping.folded(nick)) != nil }

    /// Returns the text with each of these nicks broken so that no client treats it as a highlight.
    ///
    /// A zero-width space goes behind the first character. WeeChat, irssi and HexChat look for the nick as a word after removing formatting
    /// codes, so a code would not help, and a character behind the whole nick would only be another word boundary. Web addresses stay as
    /// they are, and so do nicks of one character, which cannot be broken.
    package func withoutHighlights(_ text: String) -> String {
        guard !names.isEmpty else { return text }
        let breaks = self.breaks(in: text)
        guard !breaks.isEmpty else { return text }
        var result = ""
        var from = text.startIndex
        for index in breaks {
            result += text[from..<index]
            result += "\u{200B}"
            from = index
        }
        return result + text[from...]
    }

    /// Returns the positions at which nicks that occur in the text as words have to be broken.
    func breaks(in text: String) -> [String.Index] {
        let links = URLRanges.ranges(in: Array(text.unicodeScalars)).map {
            String.Index(utf16Offset: $0.start, in: text)..<String.Index(utf16Offset: $0.end, in: text)
        }
        var breaks: [String.Index] = []
        for word in Self.words(of: text) where !links.contains(where: { $0.overlaps(word) }) {
            breaks += self.breaks(in: text[word])
        }
        return breaks
    }

    // The maximum length of a nick in a run without spaces; nothing longer can be a nick.
    private static let maxNickLength = 64

    /// Returns the break positions in a run without spaces. A nick ends at a word boundary as clients see it, that is, at any character
    /// that is neither a letter nor a digit. It may contain such characters itself.
    private func breaks(in word: Substring) -> [String.Index] {
        var edges: [String.Index] = []
        var wasWord = false
        for index in word.indices {
            let isWord = Self.isWord(word[index])
            if !(wasWord && isWord) { edges.append(index) }
            wasWord = isWord
        }
        edges.append(word.endIndex)
        var breaks: [String.Index] = []
        for (position, start) in edges.enumerated() where start < word.endIndex && breaks.last.map({ $0 <= start }) ?? true {
            let ends = edges[(position + 1)...].prefix { word.utf8.distance(from: start, to: $0) <= Self.maxNickLength }
            guard let end = ends.last(where: { contains(String(word[start..<$0])) }) else { continue }
            let second = word.index(after: start)
            if second < end { breaks.append(second) }
        }
        return breaks
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func words(of text: String) -> [Range<String.Index>] {
        text.split(whereSeparator: \.isWhitespace).map { $0.startIndex..<$0.endIndex }
    }
}
