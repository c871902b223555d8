import Testing
import TextFolding

@testable import PatternMatching

@Suite struct WordListReaderTests {
    @Test func `a word list has one entry per line and comments`() {
        let reader = WordListReader(Array("\u{FEFF}# words\r\n\n  địt mẹ\t\r\nc# \n#hash\nngu # too broad\n#\n".utf8))
        #expect(
            reader.entries == [
                ListEntry(text: "địt mẹ", line: 3, column: 3), ListEntry(text: "c#", line: 4, column: 1),
                ListEntry(text: "ngu", line: 6, column: 1),
            ])
        #expect(reader.problems == [])
        #expect(reader.needles(folds: .plain).first == Needle("địt mẹ", folds: .plain, fit: .word))
    }

    @Test func `a word list error has its line and column`() {
        let long = String(repeating: "x", count: 201)
        let reader = WordListReader(Array("một\n \(long)\nmột\n".utf8) + [0xFF, 0x0A] + Array("a\0b".utf8))
        #expect(reader.entries.map(\.text) == ["một"])
        #expect(
            reader.problems == [
                ListError(
                    code: .tooLong, message: "an entry has at most 200 characters", line: 2, column: 2, length: 201,
                    suggestion: nil),
                ListError(
                    code: .notText, message: "this line is not UTF-8 text", line: 4, column: 1, length: 1, suggestion: nil),
                ListError(
                    code: .notText, message: "this line is not UTF-8 text", line: 5, column: 1, length: 1, suggestion: nil),
                ListError(
                    code: .duplicate, message: "'một' is already in line 1", line: 3, column: 1, length: 3, suggestion: nil),
            ])
        #expect(reader.problems.map(\.isError) == [true, true, true, false])
    }

    @Test func `a word list is limited in size`() {
        #expect(WordListReader([UInt8](repeating: 0x61, count: 1 << 20 + 1)).problems.map(\.code) == [.tooLarge])
        let many = WordListReader(Array(String(repeating: "#\n", count: 50_000).utf8) + Array("x".utf8))
        #expect(many.problems.map(\.code) == [.tooLarge])
        #expect(many.problems.map(\.line) == [50_001])
        #expect(WordListReader(Array(String(repeating: "#\n", count: 50_000).utf8)).problems == [])
    }

    @Test func `a domain list reports invalid lines`() {
        let reader = DomainListReader(
            Array("Evil.com\n*.scam.vn # all\nhttps://bad.com/x\ncom\nnot a domain\nwww.evil.com\n10.0.0.1\n".utf8))
        #expect(reader.domains == DomainList(["evil.com", "scam.vn"].compactMap { DomainName($0) }))
        #expect(reader.problems.map(\.line) == [3, 4, 5, 6, 7])
        #expect(reader.problems.map(\.code) == [.notDomain, .notDomain, .notDomain, .duplicate, .notDomain])
        #expect(reader.problems.map(\.suggestion) == ["write bad.com", nil, nil, nil, nil])
    }
}
