import TextFolding

/// A text divided into words and what is between them.
struct TextParts {
    let text: String
    let scalars: [ReadScalar]
    /// Words and the rest, alternating.
    private(set) var parts: [Part] = []

    struct Part {
        var scalars: ArraySlice<ReadScalar>
        var isWord: Bool
        /// A Boolean value that indicates whether the word is one of Vietnamese, with or without its marks.
        var isVietnamese: Bool
    }

    init(_ text: String) {
        self.text = text
        scalars = ReadScalar.scalars(of: text)
        var start = 0
        while start < scalars.count {
            let isWord = FoldedLetter.isOfWord(scalars[start].scalar)
            var end = start + 1
            while end < scalars.count, FoldedLetter.isOfWord(scalars[end].scalar) == isWord { end += 1 }
            let part = scalars[start..<end]
            parts.append(Part(scalars: part, isWord: isWord, isVietnamese: isWord && VietnameseSyllable.isWord(part)))
            start = end
        }
    }
}
