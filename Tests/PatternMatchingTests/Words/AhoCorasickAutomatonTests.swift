import Testing

@testable import PatternMatching

@Suite struct AhoCorasickAutomatonTests {
    struct Find: Hashable {
        let word: String
        let end: Int
    }

    private static let found: [([String], String, [Find])] = [
        (
            ["he", "she", "his", "hers"], "ushers",
            [Find(word: "she", end: 4), Find(word: "he", end: 4), Find(word: "hers", end: 6)]
        ),
        (
            ["a", "aa"], "aaa",
            [
                Find(word: "a", end: 1), Find(word: "aa", end: 2), Find(word: "a", end: 2), Find(word: "aa", end: 3),
                Find(word: "a", end: 3),
            ]
        ),
        (["chào"], "xin chào", [Find(word: "chào", end: 9)]),
        (["abcd", "bc"], "abcx", [Find(word: "bc", end: 3)]),
        (["x"], "", []),
        ([], "abc", []),
        (["ab", "abcde", "cdx"], "abcdx", [Find(word: "ab", end: 2), Find(word: "cdx", end: 5)]),
    ]

    @Test(arguments: found)
    func `all occurrences of all words are found, longest first`(words: [String], text: String, finds: [Find]) {
        var found: [Find] = []
        AhoCorasickAutomaton(words.map { Array($0.utf8) }).scan(Array(text.utf8)) { found.append(Find(word: words[$0], end: $1)) }
        #expect(found == finds)
    }

    @Test func `the automaton finds the same as a naive search`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            func text(_ length: Int) -> [UInt8] { (0..<length).map { _ in UInt8.random(in: 97...99, using: &random) } }
            let words = Array(Set((0..<8).map { _ in text(.random(in: 1...4, using: &random)) }))
            let text = text(40)
            var found: Set<[Int]> = []
            AhoCorasickAutomaton(words).scan(text) { found.insert([$0, $1]) }
            var expected: Set<[Int]> = []
            for (index, word) in words.enumerated() {
                for end in word.count...text.count where Array(text[(end - word.count)..<end]) == word {
                    expected.insert([index, end])
                }
            }
            #expect(found == expected, "words \(words), text \(text)")
        }
    }

    @Test func `ten thousand long words use little memory and are found`() {
        let words = (0..<10_000).map { Array("a long word number \($0) of an operator who copies lists \(9999 - $0)".utf8) }
        let automaton = AhoCorasickAutomaton(words)
        #expect(automaton.bytesInMemory < 16 << 20)
        for index in stride(from: 0, to: words.count, by: 997) {
            var found: [Int] = []
            automaton.scan(Array("so a long ".utf8) + words[index] + [0x21]) { word, _ in found.append(word) }
            // A number may begin with a shorter one.
            #expect(found.contains(index))
        }
    }
}
