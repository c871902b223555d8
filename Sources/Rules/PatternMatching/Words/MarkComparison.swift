import TextFolding

/// Compares the marks of two texts that are equal without their marks.
///
/// In Vietnamese `cặc` and `các` are different words, and `đồ cho em` does not contain `đồ chó`. Writers leave out either all marks or
/// none, and disguise words with marks that no Vietnamese word has. A word of a needle therefore matches a word of a text
/// - with the same marks: `địt` matches `địt`, and `ngu` matches `ngu`;
/// - without marks, if its writer leaves them out or if no word is spelled like that: `địt` matches `dit me may`, but `đụ` does not
///   match `du lịch`;
/// - with marks that no word has: `fuck` matches `fúck`, but `cac` does not match `các`.
///
/// A needle of one word needs its marks if it looks like a function word without them: in `thuong wa di`, `di` is not `đĩ`.
struct MarkComparison {
    private var wanted = Word()
    private var written = Word()
    private var isDifferent = false
    /// The number of words that differ in nothing but the tone, which is a typing mistake beside a word that is right.
    private var wrongTones = 0
    private var wordCount = 0
    /// A word of the text has its marks; another lacks them, although words are spelled like that.
    private var hasMarkedWord = false
    private var hasBareWord = false
    /// A word that lacks its marks looks like a function word, which every other sentence contains.
    private var hasFunctionWord = false

    private struct Word {
        var letters: [(base: Unicode.Scalar, marks: CombiningMarks)] = []
        /// Marks that the alphabet does not contain, on any letter of a run.
        var isImpossible = false
        /// A Boolean value that indicates whether a letter, and not a symbol in its place, has marks.
        var hasMarks = false
        /// A Boolean value that indicates whether a letter is disguised by more than its marks.
        var isDisguised = false
        var tones: CombiningMarks = []

        /// The letters of a word whose last ones are drawn out: `Cắcc`, `ngonnn`.
        var undrawn: [(base: Unicode.Scalar, marks: CombiningMarks)] {
            letters.indices.filter { $0 == 0 || !letters[$0].marks.isEmpty || letters[$0].base != letters[$0 - 1].base }
                .map { letters[$0] }
        }

        mutating func add(_ base: Unicode.Scalar, _ marks: CombiningMarks) {
            letters.append((base, marks))
            tones.formUnion(marks.tones)
            if !marks.areVietnamese(on: base) { isImpossible = true }
        }
    }

    /// Adds a letter of the needle and the letters that match it in the text, including repetitions.
    ///
    /// - Parameter isDisguised: Whether the text has another character in place of the letter, as `1` for `i`.
    mutating func add(_ wanted: ArraySlice<FoldedLetter>, _ letters: ArraySlice<FoldedLetter>, isDisguised: Bool) {
        guard let first = wanted.first, let other = letters.first else { return }
        let own = wanted.reduce(CombiningMarks()) { $0.union($1.marks) }
        self.wanted.add(first.folded.letter, own)
        // A symbol such as `0` cannot carry the marks of the letter that it stands for.
        let marks = letters.reduce(CombiningMarks()) { $0.union($1.isSign ? own : $1.marks) }
        written.add(other.isSign ? first.folded.letter : other.folded.letter, marks)
        if letters.contains(where: { !$0.isSign && !$0.marks.isEmpty }) { written.hasMarks = true }
        if isDisguised { written.isDisguised = true }
    }

    /// Ends a word. A syllable has one tone, whose position does not matter: `hoá` and `hóa` are equal.
    mutating func endWord() {
        defer { (wanted, written) = (Word(), Word()) }
        if !wanted.letters.isEmpty { wordCount += 1 }
        let isSame =
            wanted.tones == written.tones
            && zip(wanted.letters, written.letters).allSatisfy { $0.marks.shapes == $1.marks.shapes }
        if isSame, !written.isImpossible || wanted.isImpossible {
            if written.hasMarks { hasMarkedWord = true }
        } else if !written.hasMarks {
            // Nobody writes `l0n` or `dcm` without meaning it, however they treat the rest.
            let isFunctionWord = VietnameseSyllable.isFunctionWord(written.letters)
            let isBare = isFunctionWord || VietnameseSyllable.isSpelled(written.letters.map { ($0.base, []) })
            if isBare, !written.isDisguised {
                hasBareWord = true
                if isFunctionWord { hasFunctionWord = true }
            }
        } else if written.isImpossible || written.tones.rawValue.nonzeroBitCount > 1 {
            return
        } else {
            // The letter `đ` is not a `d` with a decoration.
            let isStroked = zip(wanted.letters, written.letters).contains {
                !$0.marks.contains(.stroke) && $1.marks.contains(.stroke)
            }
            guard
                isStroked || VietnameseSyllable.isSpelled(written.letters) || VietnameseSyllable.isSpelled(written.undrawn)
            else { return }
            if !isStroked, zip(wanted.letters, written.letters).allSatisfy({ $0.marks.shapes == $1.marks.shapes }) {
                wrongTones += 1
            } else {
                isDifferent = true
            }
        }
    }

    var hasWrongTone: Bool { wrongTones > 0 }

    /// Returns whether the texts may be the same.
    ///
    /// - Parameters:
    ///   - allowsMistake: Whether one word of several may have another tone: `óc chỏ`.
    ///   - omitsMarks: Whether the writer of the text leaves out marks.
    func mayBeTheSame(allowingMistake allowsMistake: Bool, ifWriter omitsMarks: @autoclosure () -> Bool) -> Bool {
        guard !isDifferent, !hasFunctionWord || wordCount > 1 else { return false }
        guard !hasBareWord || !hasMarkedWord && omitsMarks() else { return false }
        return wrongTones == 0 || allowsMistake && wrongTones == 1 && wordCount > 1 && hasMarkedWord
    }
}
