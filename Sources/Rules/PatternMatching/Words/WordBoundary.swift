import TextFolding

/// Word boundaries in the original of a folded text.
enum WordBoundary {
    /// Returns whether a range of letters is not part of a longer word on either side.
    static func isWholeWord(_ stretch: Range<Int>, in letters: [FoldedLetter]) -> Bool {
        guard letters.indices.contains(stretch.lowerBound) else { return false }
        if stretch.lowerBound > 0, letters[stretch.lowerBound].gap == .none, letters[stretch.lowerBound - 1].isWordCharacter {
            return false
        }
        guard stretch.upperBound < letters.count else { return true }
        return letters[stretch.upperBound].gap != .none || !letters[stretch.upperBound].isWordCharacter
    }
}
