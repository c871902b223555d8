package import ChatModel

/// The ranges of web addresses in a text: from `http://` or `https://` to the next space, without the surrounding punctuation.
package enum URLRanges {
    package static func ranges(in scalars: [Unicode.Scalar]) -> [TextRange] {
        var ranges: [TextRange] = []
        var index = 0
        var units = 0
        var wasWord = false
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "h" || scalar == "H", !wasWord, let end = end(of: scalars, from: index) {
                let length = scalars[index..<end].reduce(0) { $0 + UTF16.width($1) }
                ranges.append(TextRange(units, units + length))
                units += length
                index = end
                wasWord = true
                continue
            }
            wasWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            units += UTF16.width(scalar)
            index += 1
        }
        return ranges
    }

    /// Returns the index after the last character of the address that begins at `start`; nil if none begins there.
    private static func end(of scalars: [Unicode.Scalar], from start: Int) -> Int? {
        let beginning = scalars[start...].prefix(8).map { $0.properties.lowercaseMapping }.joined()
        guard let scheme = ["https://", "http://"].first(where: beginning.hasPrefix) else { return nil }
        let minEnd = start + scheme.unicodeScalars.count
        let characters = scalars[minEnd...].prefix { !$0.properties.isWhitespace && $0 != "<" && $0 != ">" && $0 != "\"" }
        let trailingPunctuation: Set<Unicode.Scalar> =
            characters.contains("(") ? [".", ",", ";", ":", "!", "?", "'"] : [".", ",", ";", ":", "!", "?", "'", ")"]
        let end = characters.lastIndex { !trailingPunctuation.contains($0) }.map { $0 + 1 } ?? minEnd
        return end > minEnd ? end : nil
    }
}
