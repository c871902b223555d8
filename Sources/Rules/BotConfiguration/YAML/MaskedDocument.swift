/// The text of a document with replacements for characters that the parser must not see; all columns stay the same.
struct MaskedDocument {
    private var lines: [[Unicode.Scalar]]
    /// The original first characters of the masked keys, in the order of their replacements.
    private(set) var maskedCharacters: [Unicode.Scalar] = []

    /// The maximum number of masked keys: each costs another pass over the document.
    private let limit: Int

    init(lines: [[Unicode.Scalar]]) {
        let size = lines.reduce(1) { $0 + $1.count }
        limit = min(MaskCharacters.keys.count, max(2, 2_000_000 / size))
        self.lines = lines.map { $0.map { $0 == "*" ? MaskCharacters.alias : $0 } }
    }

    var text: String {
        // Built as bytes: appending scalars to a string took a quarter of the time of reading a large file.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
        for (index, line) in lines.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "\n")) }
            for scalar in line {
                if scalar.isASCII { bytes.append(UInt8(truncatingIfNeeded: scalar.value)) } else { bytes += scalar.utf8 }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Masks the key at a position counted from 1; returns `false` if there is no simple key or too many have been masked.
    mutating func maskKey(line: Int, column: Int) -> Bool {
        let row = line - 1
        guard lines.indices.contains(row), maskedCharacters.count < limit else { return false }
        let scalars = lines[row]
        var index = column - 1
        while scalars.indices.contains(index), scalars[index] == "&" || scalars[index] == "!" {
            index = scalars[index...].firstIndex(of: " ") ?? scalars.endIndex
            index = scalars[index...].firstIndex { $0 != " " } ?? scalars.endIndex
        }
        if scalars.indices.contains(index), scalars[index] == "\"" || scalars[index] == "'" { index += 1 }
        guard scalars.indices.contains(index), !"[]{}?\"'\\:,".unicodeScalars.contains(scalars[index]),
            !MaskCharacters.isMarker(scalars[index]),
            let marker = Unicode.Scalar(MaskCharacters.keys.lowerBound + UInt32(maskedCharacters.count))
        else { return false }
        maskedCharacters.append(scalars[index])
        lines[row][index] = marker
        return true
    }
}
