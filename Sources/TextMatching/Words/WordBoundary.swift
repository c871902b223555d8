/// Tells where words begin and end in the original of a folded text.
enum WordBoundary {
    /// Whether neither neighbour of a stretch of letters belongs to a word that goes on into it.
    static func surrounds(_ stretch: Range<Int>, in letters: [FoldedLetter]) -> Bool {
        guard letters.indices.contains(stretch.lowerBound) else { return false }
        if stretch.lowerBound > 0, letters[stretch.lowerBound].gap == .none, letters[stretch.lowerBound - 1].isOfWord {
            return false
        }
        guard stretch.upperBound < letters.count else { return true }
        return letters[stretch.upperBound].gap != .none || !letters[stretch.upperBound].isOfWord
    }
}
