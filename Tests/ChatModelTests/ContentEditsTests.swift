import Testing

@testable import ChatModel

@Suite struct ContentEditsTests {
    @Test func `edits move the ranges behind them, and remove links and emoji that they touch`() {
        var content = Content(
            "ab https://a.example 🙂 cd",
            markup: [Markup("b", TextRange(0, 2)), Markup("lk", TextRange(3, 20)), Markup("c", TextRange(24, 26))],
            extras: ["ej": [["emojiid": "1", "s": 21, "e": 23]]])
        content.apply([TextEdit(0..<1, "xyz"), TextEdit(24..<25, "")])
        #expect(content.text == "xyzb https://a.example 🙂 d")
        #expect(
            content.markup == [Markup("b", TextRange(0, 4)), Markup("lk", TextRange(5, 22)), Markup("c", TextRange(26, 27))])
        #expect(content.extras == ["ej": [["emojiid": "1", "s": 23, "e": 25]]])
        content.apply([TextEdit(6..<25, "…")])
        #expect(content.text == "xyzb h… d")
        #expect(content.markup.map(\.kind) == ["b", "c"] && content.extras == ["ej": []])
    }

    @Test(arguments: [(Int64.max, Int64.max), (Int64.min, 0), (-1, 2), (3, 2), (0, 1 << 32)] as [(Int64, Int64)])
    func `an item whose range no text can have is removed by an edit`(start: Int64, end: Int64) {
        var content = Content("a …", extras: ["ej": [["emojiid": "1", "s": .integer(start), "e": .integer(end)]]])
        content.apply([TextEdit(0..<1, "bbbb")])
        #expect(content.text == "bbbb …" && content.extras == ["ej": []])
    }

    @Test(arguments: [2..<9, 9..<9])
    func `an edit beyond the text changes nothing`(range: Range<Int>) {
        #expect("abc".applying([TextEdit(range, "x")]) == "abc")
    }
}
