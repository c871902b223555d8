import BotTesting
import ChatModel
import Testing

struct DraftMarkdownTests {
    static let texts: [(String, String, [Markup])] = [
        ("plain", "plain", []),
        ("a **bold** b", "a bold b", [Markup("b", TextRange(2, 6))]),
        ("👍 **đậm** `x`!", "👍 đậm x!", [Markup("b", TextRange(3, 6)), Markup("c", TextRange(7, 8))]),
        ("```\nlet a = 1\n```", "let a = 1", [Markup("pre", TextRange(0, 9))]),
        ("see\n```swift\na\nb\n```\nend", "see\na\nb\nend", [Markup("pre", TextRange(4, 7), attributes: ["language": "swift"])]),
        ("`**no**`", "**no**", [Markup("c", TextRange(0, 6))]),
        ("read https://a.example/x, please", "read https://a.example/x, please", [Markup("lk", TextRange(5, 24))]),
        ("**https://a.example**", "https://a.example", [Markup("b", TextRange(0, 17)), Markup("lk", TextRange(0, 17))]),
    ]

    @Test(arguments: texts)
    func `Markdown in a draft becomes markup`(written: String, text: String, markup: [Markup]) {
        #expect(Draft(written).markedUp == Draft(Content(text, markup: markup)))
    }

    @Test(arguments: [
        "2 ** 3 ** 4", "**", "****", "** a**", "**a", "a**b\nc**d", "`", "``", "`a\nb`", "```", "``````", "* a\n* b",
    ])
    func `unclosed or empty Markdown stays text`(text: String) { #expect(Draft(text).markedUp == Draft(text)) }

    @Test func `removing Markdown shifts mentions and extras`() {
        let draft = Draft(
            Content("**a** @An #lab `x`", extras: ["hg": [["channelId": "1", "s": 10, "e": 14]]]),
            mentions: [Mention(user: 7, username: "An", range: TextRange(6, 9))])
        let marked = draft.markedUp
        #expect(marked.content.text == "a @An #lab x")
        #expect(marked.mentions.map(\.range) == [TextRange(2, 5)])
        #expect(marked.content.extras == ["hg": [["channelId": "1", "s": 6, "e": 10]]])
    }

    @Test func `a draft with markup is not parsed as Markdown`() {
        let draft = Draft(Content("**a** https://a.example", markup: [Markup("c", TextRange(0, 5))]))
        #expect(draft.markedUp == draft)
    }

    @Test func `Markdown outside the given ranges stays text`() {
        let draft = Draft("**a** **b**").readingMarkdown(in: [TextRange(0, 5)])
        #expect(draft == Draft(Content("a **b**", markup: [Markup("b", TextRange(0, 1))])))
    }

    @Test func `Markdown is parsed in linear time`() {
        for piece in ["`", "**", "```", "**a ", "`a**"] {
            let (short, long) = (Self.cost(of: piece, 4000), Self.cost(of: piece, 32_000))
            // Eight times as much text; a quadratic cost would be 64 times as high.
            #expect(long < 24 * short, "\(piece): \(short) and \(long) ns")
        }
    }

    private static func cost(of piece: String, _ count: Int) -> UInt64 {
        let text = String(repeating: piece, count: count)
        return ProcessorTime.nanoseconds { _ = Draft(text).markedUp }
    }
}
