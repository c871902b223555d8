import MezonModel

/// A needle as its folds see it, and what folding took away of it: two texts that fold alike need not be read alike.
struct FoldedNeedle: Sendable {
    let bytes: [UInt8]
    let fit: Needle.Fit
    private let traced: OffsetMappedText
    private let runs: Range<Int>
    private let folds: FoldSet

    /// `nil` where nothing of the needle is left after folding.
    init?(_ needle: Needle, _ folding: Folding) {
        traced = folding.traced(needle.text)
        let kept = needle.fit == .anywhere ? traced.bytes.indices : traced.bytes.trimmed
        guard !kept.isEmpty else { return nil }
        bytes = Array(traced.bytes[kept])
        runs = traced.runs(of: kept)
        fit = needle.fit
        folds = needle.folds
    }

    /// The folds that it took to see the needle in a stretch that came out as the same bytes; `nil` where it is not the needle
    /// after all.
    func folds(toSeeIn text: OffsetMappedText, at found: Range<Int>) -> FoldSet? {
        guard found.count == runs.count else { return nil }
        if fit == .word, !WordBoundary.surrounds(text.letters(of: found), in: text.letters) { return nil }
        var marks = MarkComparison()
        var used: FoldSet = []
        var digits = 0
        var parts = SeparatedParts()
        for (own, other) in zip(runs, found) {
            let wanted = traced.letters[traced.letters(of: own..<(own + 1))]
            let letters = text.letters[text.letters(of: other..<(other + 1))]
            guard let first = wanted.first, letters.count >= wanted.count else { return nil }
            let isNewWord = own > runs.lowerBound && first.gap != .none || !first.isOfWord
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
        // `45s` is a time and `A55` a telephone: a word that is written with digits still has two letters.
        if digits > 0, length - digits < 2 { return nil }
        marks.endWord()
        if folds.has(.marks), !marks.mayBeTheSame { return nil }
        if fit == .word, !parts.areOneWord { return nil }
        return used.union(parts.folds).intersection(folds)
    }

    /// The folds that make two letters one.
    private static func difference(_ wanted: FoldedLetter, _ letter: FoldedLetter) -> FoldSet {
        let marks: FoldSet = letter.marks == wanted.marks ? [] : FoldSet([.marks])
        guard letter.original != wanted.original else { return marks }
        let others = letter.folded.folds.symmetricDifference(wanted.folded.folds).subtracting(FoldSet([.marks])).union(marks)
        return others.isEmpty ? letter.folded.folds : others
    }

    /// `1` stands for `i` and for `l`, but they do not stand for each other.
    private static func agree(_ wanted: FoldedLetter, _ letter: FoldedLetter) -> Bool {
        wanted.folded.scalar != ScalarFolding.eitherLetter || wanted.isSign || letter.isSign
            || wanted.folded.letter == letter.folded.letter
    }
}
