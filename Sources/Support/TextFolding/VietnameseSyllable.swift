/// The spelling of Vietnamese syllables, to tell a written word from letters with arbitrary marks.
///
/// A syllable is an onset, a rhyme and a tone: `ng-uyên-~`. There are fewer than thirty onsets and two hundred rhymes, and a rhyme
/// that ends in a stop (`p`, `t`, `c`, `ch`) has the acute tone or the dot: `các` and `cạc` exist, `cac` and `càc` do not.
package enum VietnameseSyllable {
    /// Returns whether a word is spelled like a syllable, as written: `các`, `ngủ`, `con`, but not `fúck`, `đit` or `cac`.
    ///
    /// - Parameter word: The letters without their marks, in any case, and the marks of each.
    package static func isSpelled(_ word: [(base: Unicode.Scalar, marks: CombiningMarks)]) -> Bool {
        var check = SpellingCheck()
        return word.allSatisfy { check.append($0.base, $0.marks) } && check.isSyllable
    }

    /// Returns whether a word is a syllable with its marks, or may be one whose marks are left out: `cac`, `nguoi` and `con`, but not
    /// `fuck`.
    package static func isWord(_ word: ArraySlice<FoldedLetter>) -> Bool {
        var check = SpellingCheck()
        return word.allSatisfy { check.append($0.folded.letter, $0.marks) } && check.isWord
    }

    /// The check of one word, letter by letter.
    package struct SpellingCheck {
        private var word = PackedWord()
        private var tone: CombiningMarks = []
        private(set) var hasMarks = false

        package init() {}

        /// Appends a letter; returns false if no syllable has it there.
        package mutating func append(_ base: Unicode.Scalar, _ marks: CombiningMarks) -> Bool {
            if !marks.isEmpty { hasMarks = true }
            guard marks.areVietnamese(on: base), tone.isEmpty || marks.tones.isEmpty else { return false }
            tone.formUnion(marks.tones)
            return word.append(base, marks.shapes)
        }

        /// Appends a letter with its marks; returns false if no syllable has it there.
        package mutating func append(_ letter: Unicode.Scalar) -> Bool {
            let parts = Decomposition(letter)
            return append(parts.base, parts.marks)
        }

        /// A Boolean value that indicates whether the word is a syllable with its marks, or may be one whose marks are left out.
        package var isWord: Bool { hasMarks ? isSyllable : isSkeleton }
        package var isSyllable: Bool { syllables.contains(word.bits) && (!word.endsInStop || tone == .acute || tone == .dot) }
        var isSkeleton: Bool { skeletons.contains(word.bits) }
    }

    /// Returns a letter with its marks; `nil` if the alphabet does not contain it.
    package static func composed(_ base: Unicode.Scalar, _ marks: CombiningMarks) -> Unicode.Scalar? {
        marks.isEmpty ? base : letters[MarkedScalar(base: base, marks: marks)]
    }

    private struct MarkedScalar: Hashable {
        var base: Unicode.Scalar
        var marks: CombiningMarks
    }

    /// The letters of the alphabet that have marks.
    private static let letters = Dictionary(
        (0xC0..<FoldTable.size).compactMap { Unicode.Scalar($0) }.compactMap { scalar -> (MarkedScalar, Unicode.Scalar)? in
            let parts = Decomposition(scalar)
            // The Icelandic eth has the same parts as `đ`.
            guard !parts.marks.isEmpty, parts.marks.areVietnamese(on: parts.base), scalar != "Ð", scalar != "ð", scalar != "Ɖ"
            else {
                return nil
            }
            return (MarkedScalar(base: parts.base, marks: parts.marks), scalar)
        }, uniquingKeysWith: { first, _ in first })

    /// Up to seven letters, the length of `nghiêng`, in a number: eight bits for each, with its shape and without its tone.
    private struct PackedWord {
        private(set) var bits: UInt64 = 0

        /// Appends a letter; returns false if the alphabet does not contain it, or if there are too many.
        mutating func append(_ base: Unicode.Scalar, _ shape: CombiningMarks) -> Bool {
            guard bits < 1 << 48, base.isASCII else { return false }
            let letter = UInt64(base.value | 0x20)
            guard (0x61...0x7A).contains(letter), shape.isEmpty || shape.areVietnamese(on: base) else { return false }
            let mark: UInt64 =
                switch shape {
                case []: 0
                case .circumflex: 0x20
                case .breve: 0x40
                case .horn: 0x60
                default: 0x80
                }
            bits = bits << 8 | (letter & 0x1F) | mark
            return true
        }

        /// A Boolean value that indicates whether the word ends in `p`, `t`, `c` or `ch`.
        var endsInStop: Bool {
            switch bits & 0xFF {
            case Self.code("p"), Self.code("t"), Self.code("c"): true
            case Self.code("h"): bits >> 8 & 0xFF == Self.code("c")
            default: false
            }
        }

        private static func code(_ letter: Unicode.Scalar) -> UInt64 { UInt64(letter.value & 0x1F) }
    }

    private static let syllables = UInt64Set(packed { $0 })
    private static let skeletons = UInt64Set(packed { (base: $0.base, marks: []) })

    /// Returns all combinations of an onset and a rhyme.
    ///
    /// - Parameter letter: Returns the letter to use for one of a syllable.
    private static func packed(
        _ letter: ((base: Unicode.Scalar, marks: CombiningMarks)) -> (base: Unicode.Scalar, marks: CombiningMarks)
    ) -> Set<UInt64> {
        var words: Set<UInt64> = []
        for onset in onsets {
            for rhyme in rhymes where isWritten(onset, before: rhyme.unicodeScalars.first ?? " ") {
                var word = PackedWord()
                let isWhole = (onset + rhyme).unicodeScalars.allSatisfy { scalar in
                    let parts = Decomposition(scalar)
                    let (base, marks) = letter((parts.base, parts.marks))
                    return word.append(base, marks.shapes)
                }
                if isWhole { words.insert(word.bits) }
            }
        }
        return words
    }

    private static let onsets: Set<String> = [
        "", "b", "c", "ch", "d", "đ", "g", "gh", "gi", "h", "k", "kh", "l", "m", "n", "ng", "ngh", "nh", "p", "ph", "qu", "r",
        "s",
        "t", "th", "tr", "v", "x",
    ]

    private static let rhymes: Set<String> = Set(
        """
        a ai am an ang anh ao ap at au ac ach ay ăc ăm ăn ăng ăp ăt âc âm ân âng âp ât âu ây
        e ec em en eng eo ep et ê êch êm ên êng ênh êp êt êu
        i ia ich im in ing inh ip it iu iêc iêm iên iêng iêp iêt iêu y yêm yên yêng yêt yêu
        o oa oac oach oai oam oan oang oanh oao oap oat oay oăc oăm oăn oăng oăt oc oe oen oeng oeo oet oi om on ong ooc oong op ot
        ô ôc ôi ôm ôn ông ôp ôt ơ ơi ơm ơn ơng ơp ơt
        u ua uân uâng uât uây uc ui um un ung uô uôc uôi uôm uôn uông uôt uơ up ut uê uêch uên uênh uêt uêu uy uya uych uyên uyêt
        uyn uynh uyp uyt uyu ư ưa ưc ưi ưm ưn ưng ươ ươc ươi ươm ươn ương ươp ươt ươu ưt ưu
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Returns whether an onset is written like that before a vowel: `k`, `gh` and `ngh` stand before `e`, `ê`, `i` and `y` in place of
    /// `c`, `g` and `ng`.
    private static func isWritten(_ onset: String, before vowel: Unicode.Scalar) -> Bool {
        let isFront = "eêiy".unicodeScalars.contains(vowel)
        return switch onset {
        case "k", "gh", "ngh": isFront
        case "c", "ng": !isFront
        case "g": !isFront || vowel == "i"
        default: true
        }
    }

    private static func endsInStop(_ word: String.UnicodeScalarView) -> Bool {
        switch word.last {
        case "p", "t", "c": true
        case "h": word.dropLast().last == "c"
        default: false
        }
    }
}
