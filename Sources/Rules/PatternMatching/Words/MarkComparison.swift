import TextFolding

/// Compares the marks of two texts that are equal without their marks.
///
/// In Vietnamese `cặc` and `các` are different words, and `đồ cho em` does not contain `đồ chó`. Users leave out either all marks
/// or none, and disguise words with marks that Vietnamese does not use. A needle with marks therefore matches the same marks, no
/// marks, or impossible marks; a needle without marks matches any marks.
struct MarkComparison {
    private var needleHasMarks = false
    private var isMarked = false
    private var hasImpossibleMarks = false
    private var agrees = true
    /// The tones of the current word, in the needle and in the text.
    private var wantedTones: CombiningMarks = []
    private var tones: CombiningMarks = []

    /// Adds a letter of the needle and the letters that match it in the text, including repetitions.
    mutating func add(_ wanted: ArraySlice<FoldedLetter>, _ letters: ArraySlice<FoldedLetter>) {
        let own = wanted.reduce(CombiningMarks()) { $0.union($1.marks) }
        // A symbol such as `0` cannot carry the marks of the letter that it stands for.
        let other = letters.reduce(CombiningMarks()) { $0.union($1.isSign ? own : $1.marks) }
        if !own.isEmpty { needleHasMarks = true }
        if letters.contains(where: { !$0.marks.isEmpty }) { isMarked = true }
        if letters.contains(where: { !$0.marks.areVietnamese(on: $0.folded.letter) }) { hasImpossibleMarks = true }
        if own.shapes != other.shapes { agrees = false }
        wantedTones.formUnion(own.tones)
        tones.formUnion(other.tones)
    }

    /// Ends a word. A syllable has one tone, whose position does not matter: `hoá` and `hóa` are equal.
    mutating func endWord() {
        if tones.rawValue.nonzeroBitCount > 1 { hasImpossibleMarks = true }
        if tones != wantedTones { agrees = false }
        wantedTones = []
        tones = []
    }

    var mayBeTheSame: Bool { !needleHasMarks || !isMarked || hasImpossibleMarks || agrees }
}
