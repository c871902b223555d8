import TextFolding

/// A folded needle that keeps its original letters, because texts with equal folded forms may read differently.
struct FoldedNeedle: Sendable {
    let bytes: [UInt8]
    let fit: Needle.Fit
    private let traced: OffsetMappedText
    private let runs: Range<Int>
    private let folds: FoldSet
    let boundary: WordBoundary
    /// A Boolean value that indicates whether one letter or tone may be wrong.
    private let allowsMistakes: Bool
    let allowed: AllowedPhrases?

    /// Creates a folded needle; `nil` if folding leaves nothing of it.
    init?(_ needle: Needle, _ folding: Folding) {
        traced = folding.traced(needle.text)
        let kept = needle.fit == .anywhere ? traced.bytes.indices : traced.bytes.trimmed
        guard !kept.isEmpty else { return nil }
        bytes = Array(traced.bytes[kept])
        runs = traced.runs(of: kept)
        fit = needle.fit
        allowed = needle.allowed
        folds = needle.folds
        allowsMistakes = needle.folds.has(.typos) && traced.letters(of: runs).count >= 5
        boundary = WordBoundary(of: traced.letters[traced.letters(of: runs)], needle.fit)
    }

    /// The letters of each word of the needle.
    var words: [ArraySlice<FoldedLetter>] { traced.letters[traced.letters(of: runs)].words }

    /// Returns how the needle matches at runs with equal folded bytes; `nil` if the original text is not a match.
    ///
    /// - Parameter usage: How the writer of the text uses marks; only asked if it decides.
    func match(in text: OffsetMappedText, at found: Range<Int>, usage: () -> MarkUsage) -> (letters: Range<Int>, folds: FoldSet)?
    {
        guard found.count == runs.count else { return nil }
        let whole = fit.isOfWord ? wordLetters(of: found, in: text) : text.letters(of: found)
        if !boundary.isWholeWord(whole, in: text.letters) { return nil }
        var marks = MarkComparison()
        var used: FoldSet = []
        var digits = 0
        var hasMistake = false
        var parts = SeparatedParts()
        for (own, other) in zip(runs, found) {
            let wanted = traced.letters[traced.letters(of: own..<(own + 1))]
            let letters = text.letters[text.letters(of: other..<(other + 1)).clamped(to: whole)]
            guard let first = wanted.first, letters.count >= wanted.count else { return nil }
            for (index, (wanted, letters)) in Self.wordParts(wanted, letters).enumerated() {
                let isFirst = own == runs.lowerBound && index == 0
                let isNewWord = !isFirst && (wanted.first?.gap != SeparatorGap.none || index > 0) || !first.isWordCharacter
                if isNewWord { marks.endWord() }
                var needed: FoldSet = []
                for letter in letters {
                    if !Self.agree(first, letter) {
                        guard allowsMistakes, !hasMistake else { return nil }
                        hasMistake = true
                        used.formUnion(FoldSet([.typos]))
                    }
                    if letter.isDigit, letter.isSign, letter.original != first.original { digits += 1 }
                    needed.formUnion(Self.difference(first, letter))
                    if letter.isHidden, !isFirst { needed.formUnion(FoldSet([.zeroWidth])) }
                }
                if first.isWordCharacter {
                    marks.add(wanted, letters, isDisguised: !needed.subtracting(.unnoticed).isEmpty)
                }
                used.formUnion(needed)
                if letters.count > wanted.count { used.formUnion(FoldSet([.repeat])) }
                parts.add(letters, isFirst: isFirst, isNewWord: isNewWord)
            }
        }
        // Two regional indicators are a flag; four of them may be a word.
        if whole.count == 2, text.letters[whole].allSatisfy({ (0x1F1E6...0x1F1FF).contains($0.original.value) }) { return nil }
        // `45s` is a time and `A55` a phone model: a word written with digits must keep at least two letters.
        if digits > 0, whole.count - digits < 2 { return nil }
        // `giá!` is not `giái`.
        if text.letters[whole].last?.original == "!", traced.letters[traced.letters(of: runs)].last?.original != "!" {
            return nil
        }
        marks.endWord()
        if folds.has(.marks), !marks.mayBeTheSame(allowingMistake: allowsMistakes, ifWriter: usage().omitsMarks(outside: whole)) {
            return nil
        }
        if marks.hasWrongTone { used.formUnion(FoldSet([.typos])) }
        if fit.isOfWord, !parts.areOneWord { return nil }
        return (whole, used.union(parts.folds).intersection(folds))
    }

    /// Divides a run of equal letters that belongs to two words of both texts: the two `c` of `óc chó`.
    private static func wordParts(
        _ wanted: ArraySlice<FoldedLetter>, _ letters: ArraySlice<FoldedLetter>
    ) -> [(ArraySlice<FoldedLetter>, ArraySlice<FoldedLetter>)] {
        guard wanted.count > 1,
            let own = wanted.dropFirst().firstIndex(where: { $0.gap != .none }),
            let other = letters.dropFirst().firstIndex(where: { $0.gap != .none })
        else { return [(wanted, letters)] }
        return [(wanted[..<own], letters[..<other]), (wanted[own...], letters[other...])]
    }

    /// Returns the letters of runs without those that belong to the words beside them: with `spacing` and `repeat`, the `b` at the end
    /// of `dumb` and that of `bitch` are one run.
    private func wordLetters(of found: Range<Int>, in text: OffsetMappedText) -> Range<Int> {
        var whole = text.letters(of: found)
        guard folds.has(.spacing), folds.has(.repeat), !whole.isEmpty else { return whole }
        let first = text.letters(of: found.lowerBound..<(found.lowerBound + 1))
        let last = text.letters(of: (found.upperBound - 1)..<found.upperBound)
        let start = first.dropFirst().last { text.letters[$0].gap != .none }
        if let start, first.upperBound - start >= traced.letters(of: runs.prefix(1)).count { whole = start..<whole.upperBound }
        let end = last.dropFirst().first { text.letters[$0].gap != .none && $0 > whole.lowerBound }
        if let end, end - max(last.lowerBound, whole.lowerBound) >= traced.letters(of: runs.suffix(1)).count {
            whole = whole.lowerBound..<end
        }
        return whole
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
