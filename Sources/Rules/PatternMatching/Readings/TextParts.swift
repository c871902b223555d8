import TextFolding

/// A text divided into words and what is between them.
struct TextParts {
    let scalars: [ReadScalar]
    /// Words and the rest, alternating.
    private(set) var parts: [Part] = []

    struct Part {
        /// The indexes of its scalars.
        var range: Range<Int>
        var isWord: Bool
        /// A Boolean value that indicates whether the word is one of Vietnamese, with or without its marks.
        var isVietnamese: Bool
    }

    init(_ text: String) {
        scalars = ReadScalar.scalars(of: text)
        parts.reserveCapacity(scalars.count / 2)
        var start = 0
        var isWord = false
        var check = VietnameseSyllable.SpellingCheck()
        var mayBeVietnamese = true
        func end(at index: Int) {
            guard start < index else { return }
            parts.append(
                Part(range: start..<index, isWord: isWord, isVietnamese: isWord && mayBeVietnamese && check.isWord))
            start = index
            check = VietnameseSyllable.SpellingCheck()
            mayBeVietnamese = true
        }
        for (index, part) in scalars.enumerated() {
            let continuesWord = FoldedLetter.isOfWord(part.scalar)
            if continuesWord != isWord { end(at: index) }
            isWord = continuesWord
            if isWord, mayBeVietnamese { mayBeVietnamese = check.append(part.scalar) }
        }
        end(at: scalars.count)
    }

    subscript(part: Part) -> ArraySlice<ReadScalar> { scalars[part.range] }
}
