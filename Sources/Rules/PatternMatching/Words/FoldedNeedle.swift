import TextFolding

/// A folded needle that keeps its original letters, because texts with equal folded forms may read differently.
struct FoldedNeedle: Sendable {
    let bytes: [UInt8]
    let fit: Needle.Fit
    private let traced: OffsetMappedText
    private let runs: Range<Int>
    private let folds: FoldSet

    /// Creates a folded needle; `nil` if folding leaves nothing of it.
    init?(_ needle: Needle, _ folding: Folding) {
        traced = folding.traced(needle.text)
        let kept = needle.fit == .anywhere ? traced.bytes.indices : traced.bytes.trimmed
        guard !kept.isEmpty else { return nil }
        bytes = Array(traced.bytes[kept])
        runs = traced.runs(of: kept)
        fit = needle.fit
        folds = needle.folds
    }

    /// Returns the folds needed to match the needle at a range with equal folded bytes; `nil` if the original text is not a
    /// match.
    func folds(toSeeIn text: OffsetMappedText, at found: Range<Int>) -> FoldSet? {
        guard found.count == runs.count else { return nil }
        if fit == .word, !WordBoundary.isWholeWord(text.letters(of: found), in: text.letters) { return nil }
        var marks = MarkComparison()
        var used: FoldSet = []
        var digits = 0
        var parts = SeparatedParts()
        for (own, other) in zip(runs, found) {
            let wanted = traced.letters[traced.letters(of: own..<(own + 1))]
            let letters = text.letters[text.letters(of: other..<(other + 1))]
            guard let first = wanted.first, letters.count >= wanted.count else { return nil }
            let isNewWord = own > runs.lowerBound && first.gap != .none || !first.isWordCharacter
            if isNewWord { marks.endWord() }
            marks.add(wanted, letters)
            for letter in letters {
                guard Self.agree(first, letter) else { return nil }
                if letter.isDigit, letter.isSign, letter.original != first.original { digits += 1 }
                used.formUnion(Self.difference(first, letter))
            }
            if letters.count > wanted.count { used.formUnion(FoldSet([.repeat])) }
            parts.add(letters, isFirst: own == runs.lowerBound, isNewWord: isNewWord)
        }
        let length = text.letters(of: found).count
        // `45s` is a time and `A55` a phone model: a word written with digits must keep at least two letters.
        if digits > 0, length - digits < 2 { return nil }
        marks.endWord()
        if folds.has(.marks), !marks.mayBeTheSame { return nil }
        if fit == .word, !parts.areOneWord { return nil }
        return used.union(parts.folds).intersection(folds)
    }

    /// Returns the folds under which two letters are equal.
    private static func difference(_ wanted: FoldedLetter, _ letter: FoldedLetter) -> FoldSet {
        let marks: FoldSet = letter.marks == wanted.marks ? [] : FoldSet([.marks])
        guard letter.original != wanted.original else { return marks }
        let others = letter.folded.folds.symmetricDifference(wanted.folded.folds).subtracting(FoldSet([.marks])).union(marks)
        return others.isEmpty ? letter.folded.folds : others
    }

    /// Returns whether two letters may match: `1` matches both `i` and `l`, but these do not match each other.
    private static func agree(_ wanted: FoldedLetter, _ letter: FoldedLetter) -> Bool {
        wanted.folded.scalar != ScalarFolding.eitherLetter || wanted.isSign || letter.isSign
            || wanted.folded.letter == letter.folded.letter
    }
}
