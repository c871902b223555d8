import MezonModel
import Testing

struct ContentPrefixTests {
    @Test func `what lies over a text keeps its place when something is put before it`() {
        var content = Content("xin 👋", markup: [Markup("b", TextRange(0, 3))])
        content.extras = ["ej": [["emojiid": "1", "s": 4, "e": 6], ["s": .integer(.max), "e": "x"]], "t": "kept"]
        content.prepend("Bình: ", asMarkup: Markup("b", TextRange(0, 4)))
        #expect(content.text == "Bình: xin 👋")
        #expect(content.markup == [Markup("b", TextRange(0, 4)), Markup("b", TextRange(6, 9))])
        #expect(
            content.extras == ["ej": [["emojiid": "1", "s": 10, "e": 12], ["s": .integer(.max), "e": "x"]], "t": "kept"])
    }
}
