import Testing

@testable import PatternMatching

@Suite struct CombiningMarksTests {
    private static let letters: [(Unicode.Scalar, Unicode.Scalar, CombiningMarks)] = [
        ("a", "a", []), ("ệ", "e", [.circumflex, .dot]), ("Ữ", "U", [.horn, .tilde]), ("ẳ", "a", [.breve, .hook]),
        ("đ", "d", .stroke), ("ð", "d", .stroke), ("ø", "o", .other), ("ç", "c", .other), ("한", "한", []),
    ]

    @Test(arguments: letters)
    func `a letter is decomposed into its base and marks`(letter: Unicode.Scalar, base: Unicode.Scalar, marks: CombiningMarks) {
        #expect(Decomposition(letter).base == base)
        #expect(Decomposition(letter).marks == marks)
    }

    @Test(
        arguments: [
            ("a", [.breve, .dot], true), ("a", [.horn], false), ("o", [.circumflex, .grave], true), ("u", [.horn, .acute], true),
            ("d", [.stroke], true), ("d", [.acute], false), ("n", [.tilde], false), ("y", [.hook], true),
            ("i", [.circumflex], false),
            ("e", CombiningMarks.circumflex.adding(.acute).adding(.dot), false), ("x", [], true),
        ] as [(Unicode.Scalar, CombiningMarks, Bool)])
    func `Vietnamese letters are told apart from others`(base: Unicode.Scalar, marks: CombiningMarks, isVietnamese: Bool) {
        #expect(marks.areVietnamese(on: base) == isVietnamese)
    }
}
