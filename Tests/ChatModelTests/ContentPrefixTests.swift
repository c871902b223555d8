import ChatModel
import Testing

struct ContentPrefixTests {
    @Test func `prepending text shifts markup and extras`() {
        var content = Content("xin 👋", markup: [Markup("b", TextRange(0, 3))])
        content.extras = ["ej": [["emojiid": "1", "s": 4, "e": 6], ["s": .integer(.max), "e": "x"]], "t": "kept"]
        content.prepend("Bình: ", asMarkup: Markup("b", TextRange(0, 4)))
        #expect(content.text == "Bình: xin 👋")
        #expect(content.markup == [Markup("b", TextRange(0, 4)), Markup("b", TextRange(6, 9))])
        #expect(
            content.extras == ["ej": [["emojiid": "1", "s": 10, "e": 12], ["s": .integer(.max), "e": "x"]], "t": "kept"])
    }

    @Test(arguments: Content.rangedKeys)
    func `every list of ranges moves with the text before it`(key: String) {
        var content = Content("ab cd", extras: [key: [["s": 3, "e": 5]]])
        content.prepend("<a>@b</a>")
        #expect(content.extras == [key: [["s": 12, "e": 14]]])
        content.cut(to: MessageHeader.split(content.text))
        #expect(content == Content("ab cd", extras: [key: [["s": 3, "e": 5]]]))
        content.apply([TextEdit(0..<2, "abc")])
        #expect(content == Content("abc cd", extras: [key: [["s": 4, "e": 6]]]))
        #expect(
            Draft(Content("**x** cd", extras: [key: [["s": 6, "e": 8]]])).markedUp.content.extras == [key: [["s": 2, "e": 4]]])
    }

    @Test func `prepending text shifts channel links and mentions`() {
        var draft = Draft(Content("in #lab, An", extras: ["hg": [["channelId": "1", "s": 3, "e": 7]]]))
        draft.mentions = [Mention(user: 7, username: "An", range: TextRange(9, 11))]
        draft.prepend(headers: "<x>@a=👋</x>")
        #expect(draft.content == Content("<x>@a=👋</x>in #lab, An", extras: ["hg": [["channelId": "1", "s": 15, "e": 19]]]))
        #expect(draft.mentions == [Mention(user: 7, username: "An", range: TextRange(21, 23))])
    }

    @Test(arguments: [("<a>@b</a>x", "<->"), ("<a>@b", ""), ("x<a>@b</a>", ""), ("<-><a>@b</a>", "<->")])
    func `a text that looks like a header is escaped and restored`(text: String, mark: String) {
        var draft = Draft(text)
        draft.prepend(headers: "")
        #expect(draft.content.text == mark + text)
        #expect(MessageHeader.split(draft.content.text) == .init(headers: [], text: text, offset: mark.utf16.count))
    }

    @Test func `cutting a prefix clips the markup over it`() {
        let header = "<x>@a</x>"
        var content = Content(
            header + "xin 👋",
            markup: [Markup("b", TextRange(0, 12)), Markup("c", TextRange(0, 9)), Markup("s", TextRange(9, 12))])
        content.extras = ["ej": [["emojiid": "1", "s": 0, "e": 2], ["emojiid": "2", "s": 13, "e": 15]]]
        content.cut(to: MessageHeader.split(content.text))
        #expect(
            content
                == Content(
                    "xin 👋", markup: [Markup("b", TextRange(0, 3)), Markup("s", TextRange(0, 3))],
                    extras: ["ej": [["emojiid": "2", "s": 4, "e": 6]]]))
    }
}
