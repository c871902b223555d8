import ChatModel
import Testing
import TextFolding

@testable import PatternMatching

@Suite struct TextReplacementTests {
    static let patterns: [(String, with: String, String, String)] = [
        (#"(\w+)@(?P<host>[\w.]+)"#, "$1 at ${host}", "an@a.example, b@c", "an at a.example, b at c"),
        (#"\d{4,}"#, "…", "code 1234 and 56789", "code … and …"), ("đ", "d", "Đi đâu đó", "di dâu dó"),
        ("(a)?b", "[$1]", "ab b", "[a] []"), ("x", "$$1", "x", "$1"), ("👍+", ":+1:", "ok 👍👍 👍", "ok :+1: :+1:"),
        (#"\bma\b"#, "-", "ma ma mama", "- - mama"),
    ]

    @Test(arguments: patterns)
    func `matches of a pattern are replaced, with its groups`(pattern: String, with: String, text: String, result: String) throws
    {
        #expect(text.applying(try TextReplacement(Pattern(pattern), with: with).edits(in: text)) == result)
    }

    @Test func `needles are replaced as written, also where they overlap`() throws {
        let needles = ["chó", "chó má", "fuck"].map { Needle($0, folds: .plain, fit: .word) }
        let replacement = try #require(TextReplacement(needles, with: "***"))
        let text = "đồ CHÓ MÁ, fúck $1 chơi"
        #expect(text.applying(replacement.edits(in: text)) == "đồ ***, *** $1 chơi")
    }

    @Test(arguments: [("$2", "2", 0, 2), ("a${x}", "x", 1, 4), ("5 $", "", 2, 1)])
    func `a reference to a missing group is rejected with its position`(with: String, key: String, offset: Int, length: Int) {
        #expect(throws: ReplacementError(key: key, offset: offset, length: length)) {
            try TextReplacement(Pattern("(a)"), with: with)
        }
    }

    @Test func `a text that would become too long is cut off instead of passing unreplaced`() throws {
        let text = String(repeating: "a", count: 2000)
        let long = try TextReplacement(Pattern("a"), with: String(repeating: "b", count: 100))
        let edits = long.edits(in: text)
        #expect(edits.count < 100 && text.applying(edits).hasSuffix("b…") && text.applying(edits).utf16.count <= 8001)
        let many = try TextReplacement(Pattern("a"), with: "b").edits(in: text)
        #expect(text.applying(many) == String(repeating: "b", count: 500) + "…")
    }
}
