import MezonModel

/// Tells where words begin and end in the original of a folded text.
struct WordBoundary {
    private let units: [UInt16]
    private let skipsInvisible: Bool

    init(_ text: String, folds: FoldSet) {
        units = Array(text.utf16)
        skipsInvisible = folds.has(.zeroWidth)
    }

    /// Whether neither neighbour of a stretch belongs to a word.
    func surrounds(_ range: TextRange) -> Bool {
        !isWord(neighbour(from: range.start, by: -1)) && !isWord(neighbour(from: range.end, by: 1))
    }

    private func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        if scalar.isASCII { return scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }

    /// The nearest scalar before or after a position that can be seen.
    private func neighbour(from position: Int, by step: Int) -> Unicode.Scalar? {
        var index = step > 0 ? position : position - 1
        while units.indices.contains(index) {
            var scalar = Unicode.Scalar(units[index])
            if scalar == nil, units.indices.contains(index + step) {
                let (high, low) = step > 0 ? (units[index], units[index + step]) : (units[index + step], units[index])
                if UTF16.isLeadSurrogate(high), UTF16.isTrailSurrogate(low) {
                    scalar = Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) * 0x400 + (UInt32(low) - 0xDC00))
                }
                index += step
            }
            guard skipsInvisible, let seen = scalar, ScalarFolding.isInvisible(seen) else { return scalar }
            index += step
        }
        return nil
    }
}
