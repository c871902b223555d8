import MezonModel

/// One scalar of a text that its folds did not drop.
struct FoldedLetter: Hashable, Sendable {
    var original: Unicode.Scalar
    var folded: FoldedScalar
    /// Those that it carries in the original, and those that follow it there.
    var marks: CombiningMarks
    /// What the folds dropped between the letter before and this one.
    var gap: SeparatorGap
    /// Whether something invisible was dropped before it.
    var isHidden: Bool
    /// In the original, marks included.
    var range: TextRange

    var isDigit: Bool { ("0"..."9").contains(original) }

    /// Whether it stands for another sign than the one it is: `3` for `e`.
    var isSign: Bool { folded.folds.has(.leet) && !original.properties.isAlphabetic }

    var isVowel: Bool { "aeiouyAEIOUY".unicodeScalars.contains(Decomposition(folded.scalar).base) }

    /// Whether it belongs to a word rather than standing between words, in any script.
    var isOfWord: Bool { Self.isOfWord(original) || Self.isOfWord(folded.letter) }

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
