import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCNicksTests {
    private let nicks = IRCNicks(["an", "Binh", "foo[bar]", "x", "đệ", "a-b"])

    @Test(arguments: [
        ("an", "a\u{200B}n"), ("AN: hi", "A\u{200B}N: hi"), ("banana man", "banana man"),
        ("(an),an!", "(a\u{200B}n),a\u{200B}n!"),
        ("binh's", "b\u{200B}inh's"), ("FOO{bar} foo", "F\u{200B}OO{bar} foo"), ("x", "x"), ("hi đệ", "hi đ\u{200B}ệ"),
        ("https://an.example/an an", "https://an.example/an a\u{200B}n"), ("a-b", "a\u{200B}-b"), ("", ""),
        ("**an**", "**a\u{200B}n**"), ("an_", "a\u{200B}n_"),
    ]) func `nicks in a text are neutralized`(text: String, expected: String) {
        #expect(nicks.withoutHighlights(text) == expected)
    }

    @Test func `nicks are compared with the network's case mapping`() {
        #expect(nicks.contains("FOO{BAR}"))
        #expect(!nicks.contains("nobody"))
        #expect(nicks.count == 6)
        #expect(IRCNicks(["A["], caseMapping: .ascii).contains("a["))
        #expect(!IRCNicks(["A["], caseMapping: .ascii).contains("a{"))
    }

    @Test func `a text of separators only is processed in linear size`() {
        let text = String(repeating: "-", count: 4000) + String(repeating: "an.", count: 1000)
        #expect(nicks.withoutHighlights(text).count == 8000)
    }
}
