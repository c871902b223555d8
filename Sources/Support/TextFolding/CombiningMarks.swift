/// The combining marks of a letter.
package struct CombiningMarks: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package static let grave = CombiningMarks(rawValue: 1)
    package static let acute = CombiningMarks(rawValue: 2)
    package static let tilde = CombiningMarks(rawValue: 4)
    package static let hook = CombiningMarks(rawValue: 8)
    package static let dot = CombiningMarks(rawValue: 16)
    package static let circumflex = CombiningMarks(rawValue: 32)
    package static let breve = CombiningMarks(rawValue: 64)
    package static let horn = CombiningMarks(rawValue: 128)
    /// The stroke of `đ`.
    package static let stroke = CombiningMarks(rawValue: 256)
    /// A mark that Vietnamese does not use, or a repeated mark of a kind that a letter can have only once.
    static let other = CombiningMarks(rawValue: 512)

    // By number, so that comparing a letter with them builds no array.
    static let tones = CombiningMarks(rawValue: 1 | 2 | 4 | 8 | 16)
    static let shapes = CombiningMarks(rawValue: 32 | 64 | 128 | 256)
    private static let vowelShapes = CombiningMarks(rawValue: 32 | 64 | 128)

    private static let notOnA = CombiningMarks(rawValue: 128 | 256)
    private static let notOnE = CombiningMarks(rawValue: 64 | 128 | 256)
    private static let notOnO = CombiningMarks(rawValue: 64 | 256)
    private static let notOnU = CombiningMarks(rawValue: 32 | 64 | 256)

    package var tones: CombiningMarks { intersection(.tones) }
    package var shapes: CombiningMarks { intersection(.shapes) }

    /// A Boolean value that indicates whether the letter is a vowel with a circumflex, breve or horn.
    package var haveVowelShape: Bool { !isDisjoint(with: Self.vowelShapes) }

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ mark: Unicode.Scalar) {
        switch mark.value {
        case 0x0300, 0x0340: self = .grave
        case 0x0301, 0x0341: self = .acute
        case 0x0302: self = .circumflex
        case 0x0303: self = .tilde
        case 0x0306: self = .breve
        case 0x0309: self = .hook
        case 0x031B: self = .horn
        case 0x0323: self = .dot
        default: self = .other
        }
    }

    /// The marks of a precomposed letter.
    package init(of letter: Unicode.Scalar) { self = Decomposition(letter).marks }

    /// Returns the marks with one more mark added.
    func adding(_ mark: CombiningMarks) -> CombiningMarks {
        let isTwice =
            !isDisjoint(with: mark) || (!tones.isEmpty && !mark.tones.isEmpty)
            || (!shapes.isEmpty && !mark.shapes.isEmpty)
        return isTwice ? union(mark).union(.other) : union(mark)
    }

    /// Returns whether a letter with these marks exists in Vietnamese.
    package func areVietnamese(on base: Unicode.Scalar) -> Bool {
        if isEmpty { return true }
        if contains(.other) { return false }
        switch base {
        case "a", "A": return isDisjoint(with: Self.notOnA)
        case "e", "E": return isDisjoint(with: Self.notOnE)
        case "o", "O": return isDisjoint(with: Self.notOnO)
        case "u", "U": return isDisjoint(with: Self.notOnU)
        case "i", "I", "y", "Y": return shapes.isEmpty
        case "d", "D": return self == .stroke
        default: return false
        }
    }
}
