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
    /// A Boolean value that indicates whether another reading of the text has this letter in place of others.
    package var isReread: Bool
    /// The range of UTF-16 code units in the original, including marks.
    var range: Range<Int>

    package var isDigit: Bool { ("0"..."9").contains(original) }

    /// A Boolean value that indicates whether a symbol or digit stands for a letter: `3` for `e`.
    package var isSign: Bool { folded.folds.has(.leet) && !original.properties.isAlphabetic }

    package var isVowel: Bool { "aeiouyAEIOUY".unicodeScalars.contains(Decomposition(folded.scalar).base) }

    /// A Boolean value that indicates whether the letter is part of a word, in any script.
    package var isWordCharacter: Bool { Self.isOfWord(original) || Self.isOfWord(folded.letter) }

    /// Returns whether a scalar is part of a word: a letter, mark or digit of any script, or `_`.
    package static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": return true
            default: return false
            }
        }
        // The letters of Vietnamese and its neighbours, with their marks.
        if (0xC0...0x24F).contains(scalar.value) { return scalar.value != 0xD7 && scalar.value != 0xF7 }
        if (0x1E00...0x1EFF).contains(scalar.value) { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }
}
