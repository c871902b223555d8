import ChatModel
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCSplitterTests {
    private func lines(_ content: Content, bytes: Int = 20, most: Int = 100, lead: String = "") throws -> [String] {
        try IRCSplitter(bytes: bytes, maxLines: most).lines(of: content, lead: lead).map(\.text)
    }

    @Test(arguments: [
        ("", []), (" \n\t\n\r\n", []), ("one", ["one"]), ("one\ntwo\r\n\nthree\u{2028}four", ["one", "two", "three", "four"]),
        ("twelve letters and more words", ["twelve letters and", "more words"]),
        ("aaaaaaaaaaaaaaaaaaaaaaaaa", ["aaaaaaaaaaaaaaaaaaaa", "aaaaa"]),
        ("a aaaaaaaaaaaaaaaaaaaaaaa", ["a aaaaaaaaaaaaaaaaaa", "aaaaa"]),
        ("exactly twenty bytes", ["exactly twenty bytes"]),
        ("exactly twenty bytes!", ["exactly twenty", "bytes!"]),
        ("exactly twenty bytes! again", ["exactly twenty", "bytes! again"]),
        ("exactly twenty-bytes again", ["exactly twenty-bytes", "again"]),
    ]) func `text is split at line ends and between words`(text: String, expected: [String]) throws {
        #expect(try lines(Content(text)) == expected)
    }

    @Test func `control characters that a client would interpret are removed`() throws {
        let text = "a\u{1}ACTION x\u{1}\u{0}b\u{2}\u{3}4c\rQUIT\nd\u{7F}\u{85}e\u{B}f"
        #expect(try lines(Content(text)) == ["aACTION xb4c", "QUIT", "d", "e", "f"])
        #expect(IRCText("a\r\nQUIT\u{0} \u{1}x\u{1}").text == "aQUIT x")
    }

    @Test func `a split never divides a character unless it exceeds the line`() throws {
        let family = "👨‍👩‍👧‍👦"
        #expect(try lines(Content(String(repeating: family, count: 2)), bytes: 30) == [family, family])
        let zalgo = "z" + String(repeating: "\u{301}", count: 500)
        let cut = try lines(Content(zalgo + " end"))
        #expect(cut.allSatisfy { $0.utf8.count <= 20 })
        #expect(cut.joined().filter { $0 != " " } == zalgo + "end")
    }

    @Test func `formatting is reopened on each line and counts toward its length`() throws {
        let content = Content("bold bold bold bold\nbold", markup: [Markup("b", TextRange(0, 24))])
        #expect(try lines(content) == ["\u{2}bold bold bold bold", "\u{2}bold"])
        #expect(try lines(content, bytes: 19) == ["\u{2}bold bold bold", "\u{2}bold", "\u{2}bold"])
    }

    @Test func `code blocks and older code markup become monospace text`() throws {
        let block = Content("see\nlet x\nlet y\nend", markup: [Markup("pre", TextRange(4, 15))])
        #expect(try lines(block) == ["see", "\u{11}let x", "\u{11}let y", "end"])
        let older = Content("a `b` ```c```", markup: [Markup("s", TextRange(2, 5)), Markup("t", TextRange(6, 13))])
        #expect(try lines(older, bytes: 40) == ["a \u{11}b\u{11} \u{11}c"])
    }

    @Test(arguments: [TextRange(-5, 2), TextRange(3, 1), TextRange(1, 99), TextRange(.min, .max), TextRange(9, .max)])
    func `an invalid markup range is harmless`(range: TextRange) throws {
        let content = Content("abc", markup: ["b", "s", "t", "pre"].map { Markup($0, range) })
        #expect(try lines(content, bytes: 60).count <= 1)
    }

    @Test func `a prefix is repeated on each line and sanitized`() throws {
        #expect(try lines(Content("one two three four"), bytes: 15, lead: "<\u{1}A\n> ") == ["<A> one two", "<A> three four"])
    }

    @Test func `too many lines are an error, and so is a prefix without remaining room`() {
        #expect(throws: IRCSplitter.SplitError.tooManyLines(limit: 2)) { try lines(Content("a\nb\nc"), most: 2) }
        #expect(throws: IRCSplitter.SplitError.lineTooShort(bytes: 20)) { try lines(Content("a"), lead: "a very long lead") }
    }

    @Test func `split lines contain the whole text`() throws {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let letters = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                "abc  đệ🎉👍🏽\n".randomElement(using: &generator) ?? "a"
            }
            let text = String(letters)
            let count = text.utf16.count
            let markup = (0..<3).map { index in
                let start = Int.random(in: 0...count, using: &generator)
                return Markup(["b", "c", "pre"][index], TextRange(start, Int.random(in: start...count, using: &generator)))
            }
            let bytes = Int.random(in: 16...60, using: &generator)
            let lines = try lines(Content(text, markup: markup), bytes: bytes)
            #expect(lines.allSatisfy { $0.utf8.count <= bytes && !$0.isEmpty })
            let back = lines.map { IRCTextDecoder.content(of: $0).text }.joined()
            #expect(back.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
        }
    }
}
