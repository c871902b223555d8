/// The folding rules for single scalars.
package enum ScalarFolding {
    /// Returns the folded scalar; `nil` if it is removed.
    package static func folded(_ scalar: Unicode.Scalar, by folds: FoldSet) -> FoldedScalar? {
        // Ideographs and Hangul are not changed by any fold.
        if (0x3400...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value) {
            return FoldedScalar(scalar: scalar, letter: scalar, folds: [])
        }
        if folds.has(.zeroWidth), isInvisible(scalar) { return nil }
        if folds.has(.marks), isMark(scalar) { return nil }
        var result = scalar
        var changed: FoldSet = []
        func apply(_ fold: Fold, _ rule: (Unicode.Scalar) -> Unicode.Scalar) {
            guard folds.has(fold) else { return }
            let before = result
            result = rule(before)
            if result != before { changed.formUnion(FoldSet([fold])) }
        }
        apply(.confusable, Confusables.latin)
        apply(.marks) { Decomposition($0).base }
        apply(.confusable, Confusables.latin)
        apply(.case, lowercased)
        let letter = result
        apply(.leet, Self.letter)
        if folds.has(.spacing), isSeparator(result) { return nil }
        return FoldedScalar(scalar: result, letter: letter, folds: changed)
    }

    /// Returns whether a scalar is a combining mark of the Latin, Greek or Cyrillic script. Those of Indic scripts are vowels and
    /// are kept.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    /// Returns the letter in lower case without its marks, for Latin letters; others as they are.
    package static func bareLowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let base = Decomposition(scalar).base
        return (0x41...0x5A).contains(base.value) ? Unicode.Scalar(base.value + 32) ?? base : base
    }

    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180E, 0x200B...0x200F, 0x202A...0x202E,
            0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// Returns the simple case folding of Unicode, which RE2 uses as well: both `S` and `ſ` become `s`.
    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x80: return (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar
        case 0x131: return scalar
        // Cherokee had capital letters first, so Unicode folds its small letters to capitals.
        case 0x13A0...0x13FD, 0xAB70...0xABBF: return single(scalar.properties.uppercaseMapping) ?? scalar
        default:
            let upper = single(scalar.properties.uppercaseMapping) ?? scalar
            return upper.properties.lowercaseMapping.unicodeScalars.first ?? upper
        }
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
    }

    /// The result for `1`, `!`, `|`, `i` and `l`. These symbols stand for either letter, so a match is verified against the
    /// letters afterwards.
    package static let eitherLetter: Unicode.Scalar = "i"

    private static func letter(forLeet scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "0": "o"
        case "1", "!", "|", "i", "l": eitherLetter
        case "3", "€": "e"
        case "4", "@": "a"
        case "5", "$": "s"
        case "6", "9": "g"
        case "7", "+": "t"
        case "8": "b"
        default: scalar
        }
    }

    /// Returns whether a scalar can separate the letters of a spread word, including emoji.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .modifierSymbol,
            .mathSymbol, .otherSymbol, .format:
            true
        default: false
        }
    }
}
