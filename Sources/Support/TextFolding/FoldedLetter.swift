/// A scalar of a text that folding has kept.
package struct FoldedLetter: Hashable, Sendable {
    package var original: Unicode.Scalar
    package var folded: FoldedScalar
    /// The marks of the scalar and those that follow it in the original.
    package var marks: CombiningMarks
    /// The separators that folding removed before this letter.
    package var gap: SeparatorGap
    /// A Boolean value that indicates whether an invisible character was removed before the letter.
    package var isHidden: Bool
    /// The range of UTF-16 code units in the original, including marks.
    var range: Range<Int>

    package var isDigit: Bool { ("0"..."9").contains(original) }

    /// A Boolean value that indicates whether a symbol or digit stands for a letter: `3` for `e`.
    package var isSign: Bool { folded.folds.has(.leet) && !original.properties.isAlphabetic }

    package var isVowel: Bool { "aeiouyAEIOUY".unicodeScalars.contains(Decomposition(folded.scalar).base) }

    /// A Boolean value that indicates whether the letter is part of a word, in any script.
    package var isWordCharacter: Bool { Self.isOfWord(original) || Self.isOfWord(folded.letter) }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }
}
