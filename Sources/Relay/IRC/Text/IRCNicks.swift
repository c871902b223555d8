import MezonModel

/// The nicks of a room, as spelt there and as the network compares them.
package struct IRCNicks: Hashable, Sendable {
    private var names: [String: String] = [:]
    let caseMapping: IRCCaseMapping

    init(_ spelt: some Sequence<String> = [], caseMapping: IRCCaseMapping = .rfc1459) {
        self.caseMapping = caseMapping
        for nick in spelt { insert(nick) }
    }

    package var count: Int { names.count }
    package var spelt: [String] { names.values.sorted() }
    package func contains(_ nick: String) -> Bool { names[caseMapping.folded(nick)] != nil }

    mutating func insert(_ nick: String) { names[caseMapping.folded(nick)] = nick }

    /// - Returns: whether it was there.
    @discardableResult
    mutating func remove(_ nick: String) -> Bool { names.removeValue(forKey: caseMapping.folded(nick)) != nil }

    /// The text with each of these nicks, except `sparing`, spelt so that nobody's client takes it for a call.
    ///
    /// A zero-width space goes behind the first letter. WeeChat, irssi and HexChat look for the nick as a word after taking formatting codes out,
    /// so a code would not do, and a character behind the whole nick would only be one more word's end. Web addresses stay as they are, and
    /// nicks of one letter, in which nothing can be put.
    package func neutralised(_ text: String) -> String {
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

    /// Where a nick that stands in the text as a word is to be broken.
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

    // A nick of a stretch without spaces; what is longer cannot be anybody's.
    private static let longestNick = 64

    /// A nick ends where clients see a word's end: at anything that is no letter and no digit. It may have such signs in itself.
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
            let ends = edges[(position + 1)...].prefix { word.utf8.distance(from: start, to: $0) <= Self.longestNick }
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
