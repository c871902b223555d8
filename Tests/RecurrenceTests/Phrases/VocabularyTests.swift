import ChatModel
import Testing

@testable import Recurrence

struct VocabularyTests {
    private static func terms(_ text: String) -> [Term] {
        let tokens = PhraseTokenizer.tokens(of: text, [])
        return Vocabulary.both.terms(at: 0, of: tokens, isMarked: tokens.contains(where: \.hasDiacritics)).map(\.term)
    }

    @Test(arguments: [
        ("sáu", [Term.number(6)]), ("ngày kia", [.day(2), .unit(.day), .dayWord]), ("tớ", [.audience(.me)]),
        ("tuần", [.unit(.week)]),
    ])
    func `a word with diacritics matches exactly, and the longest expression first`(text: String, terms: [Term]) {
        #expect(Self.terms(text) == terms)
    }

    @Test func `a word without diacritics matches all words that fold to it`() {
        let terms = Self.terms("sau")
        #expect(terms.contains(.after) && terms.contains(.number(6)))
        #expect(Self.terms("toi").contains(.audience(.me)) && Self.terms("toi").contains(.part(.evening)))
    }

    @Test func `next to words with diacritics a word without them matches only itself`() {
        #expect(!Self.terms("sau phút").contains(.number(6)))
        #expect(!Self.terms("sang nhà Lan").contains(.part(.morning)))
        #expect(Self.terms("phut nữa").contains(.unit(.minute)))
    }

    @Test func `a word whose form without diacritics means something else requires them`() {
        #expect(!Self.terms("to").contains(.audience(.me)))
        #expect(!Self.terms("am").contains(.lunar))
    }
}
