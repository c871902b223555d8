import TextFolding

/// The boundaries of a needle that matches whole words, in the original of a folded text.
///
/// A needle that begins or ends with a symbol or an emoji needs none there. The scripts of Chinese, Japanese and Thai have no spaces,
/// and Korean words continue with particles, so that only the beginning of a Korean word is a boundary.
struct WordBoundary: Sendable {
    let needsStart: Bool
    let needsEnd: Bool

    /// - Parameter needle: The letters of the needle.
    init(of needle: ArraySlice<FoldedLetter>, _ fit: Needle.Fit) {
        guard fit.isOfWord, let first = needle.first, let last = needle.last else {
            (needsStart, needsEnd) = (false, false)
            return
        }
        needsStart = fit != .wordEnd && first.isWordCharacter && !Self.isWrittenWithoutSpaces(first.original)
        needsEnd =
            fit != .wordStart && last.isWordCharacter && !Self.isWrittenWithoutSpaces(last.original)
            && !Self.isHangul(last.original)
    }

    /// Returns whether a range of letters is not part of a longer word on either side.
    func isWholeWord(_ range: Range<Int>, in letters: [FoldedLetter]) -> Bool {
        guard letters.indices.contains(range.lowerBound) else { return false }
        if needsStart, range.lowerBound > 0, letters[range.lowerBound].gap == .none, letters[range.lowerBound - 1].isWordCharacter
        {
            return false
        }
        guard needsEnd, range.upperBound < letters.count else { return true }
        return letters[range.upperBound].gap != .none || !letters[range.upperBound].isWordCharacter
    }

    /// Returns whether words of a script follow each other without spaces: ideographs, kana, Thai, Lao, Myanmar and Khmer.
    private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF,
            0x3400...0x9FFF,
            0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        (0x1100...0x11FF).contains(scalar.value) || (0x3130...0x318F).contains(scalar.value)
            || (0xAC00...0xD7A3).contains(scalar.value)
    }
}
