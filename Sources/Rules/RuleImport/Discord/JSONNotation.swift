/// JSON that a reader of YAML understands: two notations of JSON that YAML has not are replaced, line by line.
enum JSONNotation {
    /// Returns the text with spaces for tabs in indentations, and with characters for escaped pairs of surrogates.
    static func readable(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        output.reserveCapacity(scalars.count)
        var index = 0
        var isIndentation = true
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "\\", index + 1 < scalars.count {
                if let character = pair(in: scalars, at: index) {
                    output.append(character)
                    index += 12
                } else {
                    output.append(contentsOf: [scalar, scalars[index + 1]])
                    index += 2
                }
                continue
            }
            output.append(isIndentation && scalar == "\t" ? " " : scalar)
            if scalar == "\n" { isIndentation = true } else if scalar != " " && scalar != "\t" { isIndentation = false }
            index += 1
        }
        return String(output)
    }

    /// Reads `\uD83D\uDE00`.
    private static func pair(in scalars: [Unicode.Scalar], at index: Int) -> Unicode.Scalar? {
        guard index + 12 <= scalars.count, let high = unit(scalars[index..<(index + 6)]), (0xD800...0xDBFF).contains(high),
            let low = unit(scalars[(index + 6)..<(index + 12)]), (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private static func unit(_ scalars: ArraySlice<Unicode.Scalar>) -> UInt32? {
        guard scalars.starts(with: "\\u".unicodeScalars) else { return nil }
        return UInt32(String(String.UnicodeScalarView(scalars.dropFirst(2))), radix: 16)
    }
}
