/// Tells whether two texts that are the same without their marks may be read the same.
///
/// In Vietnamese `cặc` and `các` are two words, and `đồ cho em` is no `đồ chó`. People leave out all marks or none, and who
/// disguises a word adds marks that no word of Vietnamese has. So what is sought with marks is found with the same ones, without
/// any, or overgrown; what is sought without marks is found whatever marks it wears.
struct MarkComparison {
    private var isSought = false
    private var isMarked = false
    private var isOvergrown = false
    private var agrees = true
    /// Those of the word that is being read.
    private var wantedTones: CombiningMarks = []
    private var tones: CombiningMarks = []

    /// Takes in one letter of the needle and what stands for it in the text, repeated or not.
    mutating func add(_ wanted: ArraySlice<FoldedLetter>, _ letters: ArraySlice<FoldedLetter>) {
        let own = wanted.reduce(CombiningMarks()) { $0.union($1.marks) }
        // A sign such as `0` cannot carry the marks of the letter that it stands for.
        let other = letters.reduce(CombiningMarks()) { $0.union($1.isSign ? own : $1.marks) }
        if !own.isEmpty { isSought = true }
        if letters.contains(where: { !$0.marks.isEmpty }) { isMarked = true }
        if letters.contains(where: { !$0.marks.areVietnamese(on: $0.folded.letter) }) { isOvergrown = true }
        if own.shapes != other.shapes { agrees = false }
        wantedTones.formUnion(own.tones)
        tones.formUnion(other.tones)
    }

    /// A syllable has one tone; `hoá` and `hóa` are the same, so where in its word it stands does not matter.
    mutating func endWord() {
        if tones.rawValue.nonzeroBitCount > 1 { isOvergrown = true }
        if tones != wantedTones { agrees = false }
        wantedTones = []
        tones = []
    }

    var mayBeTheSame: Bool { !isSought || !isMarked || isOvergrown || agrees }
}
