import PatternMatching
import Testing
import TextFolding

@testable import RuleEngine

@Suite struct TextTermTests {
    private static func term(_ text: String, _ fit: Needle.Fit = .anywhere, _ folds: FoldSet = .plain) -> TextTerm {
        .needle(Needle(text, folds: folds, fit: fit))
    }

    static let implications: [(TextTerm, TextTerm, Bool)] = [
        (term("free nitro"), term("nitro"), true),
        (term("Free Nitro"), term("nitro"), true),
        (term("nitro"), term("free nitro"), false),
        (term("free nitro", .word), term("nitro", .word), true),
        (term("free nitro"), term("nitro", .word), false),
        (term("free nitro", .whole), term("nitro", .word), true),
        (term("nitros", .word), term("nitro", .wordStart), false),
        (term("nitros", .word, []), term("nitro", .wordStart, []), true),
        (term("nitros", .word), term("nitro", .word), false),
        (term("free nitro", .start), term("free", .start), true),
        (term("free nitro", .end), term("nitro", .end), true),
        (term("free nitro", .whole), term("free", .start), true),
        // `nítro` contains `nitro`, because no word has that mark; but `nít` is another word than `nit`.
        (term("nitro"), term("nit"), false),
        (term("nitro", .anywhere, []), term("nit", .anywhere, []), true),
        (term("nitro", .anywhere, []), term("nitro"), false),
        (term("đồ ngu"), term("ngu"), false),
    ]

    @Test(arguments: implications)
    func `a text implies what is found wherever it is`(own: TextTerm, other: TextTerm, isImplied: Bool) {
        #expect(own.implies(other) == isImplied)
    }

    static let exclusions: [(TextTerm, TextTerm, Bool)] = [
        (term("hi", .whole), term("hello", .whole), true),
        (term("Hi", .whole), term("hí", .whole), false),
        (term("hi", .whole), term("nitro"), true),
        (term("hi there", .whole), term("there"), false),
        (term("free", .start), term("nitro", .start), true),
        (term("free", .start), term("free nitro", .start), false),
        (term("free", .start), term("nitro", .end), false),
        (term("đồ ngu", .end), term("đồ chó", .end), true),
    ]

    @Test(arguments: exclusions)
    func `texts that say how a text is exclude each other`(own: TextTerm, other: TextTerm, isExcluded: Bool) {
        #expect(own.excludes(other) == isExcluded)
        #expect(other.excludes(own) == isExcluded)
    }
}
