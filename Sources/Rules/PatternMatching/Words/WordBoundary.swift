import TextFolding

/// Word boundaries in the original of a folded text.
enum WordBoundary {
    /// Returns whether a range of letters is not part of a longer word on either side.
    static func isWholeWord(_ range: Range<Int>, in letters: [FoldedLetter]) -> Bool {
        guard letters.indices.contains(range.lowerBound) else { return false }
        if range.lowerBound > 0, letters[range.lowerBound].gap == .none, letters[range.lowerBound - 1].isWordCharacter {
            return false
        }
        guard range.upperBound < letters.count else { return true }
        return letters[range.upperBound].gap != .none || !letters[range.upperBound].isWordCharacter
    }
}
