import Foundation

/// The scalar rules that a fold table is made of.
enum ScalarFolding {
    /// What a scalar becomes; `nil` where it is dropped.
    static func folded(_ scalar: Unicode.Scalar, by folds: FoldSet) -> Unicode.Scalar? {
        if folds.has(.zeroWidth), isInvisible(scalar) { return nil }
        if folds.has(.marks), isMark(scalar) { return nil }
        var result = scalar
        if folds.has(.confusable) { result = lookalike(of: result) }
        if folds.has(.marks) { result = base(of: result) }
        if folds.has(.confusable) { result = lookalike(of: result) }
        if folds.has(.case) { result = lowercased(result) }
        if folds.has(.leet) { result = letter(forLeet: result) }
        if folds.has(.spacing), isSeparator(result) { return nil }
        return result
    }

    /// The combining marks of the Latin, Greek and Cyrillic scripts. Those of Indic scripts are vowels and stay.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180E, 0x200B...0x200F, 0x202A...0x202E,
            0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        // Unicode takes these strokes for parts of the letters; people type the letters without them.
        case "đ": return "d"
        case "Đ": return "D"
        case "ħ": return "h"
        case "Ħ": return "H"
        case "ł": return "l"
        case "Ł": return "L"
        case "ø": return "o"
        case "Ø": return "O"
        case "ı": return "i"
        default: break
        }
        // The rest of Unicode either has no such marks or, like Hangul, falls apart into letters.
        guard scalar.value >= 0xC0, scalar.value < FoldTable.size else { return scalar }
        return String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.properties.changesWhenLowercased else { return scalar }
        return scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }

    private static func letter(forLeet scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "0": "o"
        case "1", "!": "i"
        case "3": "e"
        case "4", "@": "a"
        case "5", "$": "s"
        case "7": "t"
        default: scalar
        }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .modifierSymbol,
            .mathSymbol, .format:
            true
        default: false
        }
    }

    private static func lookalike(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x80: return scalar
        case 0x00A0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return " "
        case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        // Letters in circles, and the alphabets that mathematics keeps: bold, script, fraktur…
        case 0x24B6...0x24E9, 0x1D400...0x1D7FF:
            return String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars.first ?? scalar
        default: return lookalikes[scalar] ?? scalar
        }
    }

    private static let lookalikes = Dictionary(
        zip(
            "аеоросхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅαοντρικυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ".unicodeScalars,
            "aeopocxyijshdqwABEKMHOPCTXYIJSaovtpikuxABEZHIKMNOPTYX".unicodeScalars)
    ) { first, _ in first }
}
