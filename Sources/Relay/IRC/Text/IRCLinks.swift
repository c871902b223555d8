/// Where a text has web addresses: from `http://` or `https://` to the next space, without the punctuation of the sentence around.
enum IRCLinks {
    static func ranges(in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "h" || $0 == "H" }) {
            rest = rest[start...]
            let scheme = ["https://", "http://"].first { rest.prefix($0.count).lowercased() == $0 }
            let isWhole = start == text.startIndex || !Self.isWord(text[text.index(before: start)])
            guard let scheme, isWhole else {
                rest = rest.dropFirst()
                continue
            }
            var address = rest.prefix { !$0.isWhitespace && $0 != "<" && $0 != ">" && $0 != "\"" }
            while let last = address.last, ".,;:!?'".contains(last) || (last == ")" && !address.contains("(")) {
                address = address.dropLast()
            }
            if address.count > scheme.count { ranges.append(address.startIndex..<address.endIndex) }
            rest = rest[address.endIndex...]
            if address.isEmpty { rest = rest.dropFirst() }
        }
        return ranges
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
