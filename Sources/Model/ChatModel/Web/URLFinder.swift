/// A search for web addresses in a text: `https://…` up to the next whitespace, without trailing punctuation.
package enum URLFinder {
    package static func ranges(in text: String) -> [TextRange] {
        guard mayContainAddress(text) else { return [] }
        var ranges: [TextRange] = []
        var start = 0
        for word in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
            let length = word.utf16.count
            // Every whitespace is one character but not always one code unit, so its length is taken from the text.
            defer {
                start += length
                if word.endIndex < text.endIndex { start += text[word.endIndex].utf16.count }
            }
            guard
                let scheme = ["https://", "http://"].compactMap({ word.firstRange(of: $0) }).min(by: {
                    $0.lowerBound < $1.lowerBound
                })
            else { continue }
            var address = word[scheme.lowerBound...]
            while let last = address.last, ".,;:!?)]}>\"'»”’".contains(last) { address.removeLast() }
            guard address.endIndex > scheme.upperBound else { continue }
            let from = start + word[..<scheme.lowerBound].utf16.count
            ranges.append(TextRange(from, from + address.utf16.count))
        }
        return ranges
    }

    /// Returns whether a text contains `://`. Every message is searched, so characters are not decoded.
    private static func mayContainAddress(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let (colon, slash) = (UInt8(ascii: ":"), UInt8(ascii: "/"))
            return bytes.indices.dropFirst(2).contains { bytes[$0] == slash && bytes[$0 - 1] == slash && bytes[$0 - 2] == colon }
        }
    }
}
