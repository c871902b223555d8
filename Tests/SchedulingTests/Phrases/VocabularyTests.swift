import MezonModel
import Testing

@testable import Scheduling

struct VocabularyTests {
    private static func terms(_ text: String) -> [Term] {
        let tokens = PhraseTokenizer.tokens(of: text, [])
        return Vocabulary.both.terms(at: 0, of: tokens, isMarked: tokens.contains(where: \.isMarked)).map(\.term)
    }

    @Test(arguments: [
        ("sáu", [Term.number(6)]), ("ngày kia", [.day(2), .unit(.day), .dayWord]), ("tớ", [.audience(.me)]),
        ("tuần", [.unit(.week)]),
    ])
    func `a word with marks means what is spelt so, the longest expression first`(text: String, terms: [Term]) {
        #expect(Self.terms(text) == terms)
    }

    @Test func `a word without marks may stand for all that fold to it`() {
        let terms = Self.terms("sau")
        #expect(terms.contains(.after) && terms.contains(.number(6)))
        #expect(Self.terms("toi").contains(.audience(.me)) && Self.terms("toi").contains(.part(.evening)))
    }

    @Test func `beside words with marks it is a word of its own`() {
        #expect(!Self.terms("sau phút").contains(.number(6)))
        #expect(!Self.terms("sang nhà Lan").contains(.part(.morning)))
        #expect(Self.terms("phut nữa").contains(.unit(.minute)))
    }

    @Test func `what is something else without its marks needs them`() {
        #expect(!Self.terms("to").contains(.audience(.me)))
        #expect(!Self.terms("am").contains(.lunar))
    }
}
