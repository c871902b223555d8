import ChatModel
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCTextDecoderTests {
    struct Case: CustomTestStringConvertible {
        let line: String
        let content: Content
        var testDescription: String { line.debugDescription }
    }

    static let cases = [
        Case(line: "plain", content: Content("plain")),
        Case(line: "a \u{2}bold\u{2} b", content: Content("a bold b", markup: [Markup("b", TextRange(2, 6))])),
        Case(line: "\u{2}to the end", content: Content("to the end", markup: [Markup("b", TextRange(0, 10))])),
        Case(line: "\u{11}code\u{F} x", content: Content("code x", markup: [Markup("c", TextRange(0, 4))])),
        Case(
            line: "\u{2}🎉\u{11}x\u{2}y\u{11}",
            content: Content("🎉xy", markup: [Markup("b", TextRange(0, 3)), Markup("c", TextRange(2, 4))])),
        Case(line: "\u{3}4,12red\u{3} \u{3}7seven\u{3}12,x\u{4}FF0000,00FF00hex\u{4}", content: Content("red seven,xhex")),
        Case(line: "\u{1D}i\u{1F}u\u{1E}s\u{16}r\u{0}n\u{7}b\tt", content: Content("iusrnb t")),
        Case(line: "\u{2}\u{2}", content: Content("")),
        Case(
            line: "see https://a.example/x_(y), ok",
            content: Content("see https://a.example/x_(y), ok", markup: [Markup("lk", TextRange(4, 27))])),
        Case(
            line: "xhttp://no http:// (http://b.c).",
            content: Content("xhttp://no http:// (http://b.c).", markup: [Markup("lk", TextRange(20, 30))])),
    ]

    @Test(arguments: cases) func `IRC formatting codes become markup`(one: Case) {
        #expect(IRCTextDecoder.content(of: one.line) == one.content)
    }

    @Test func `encoded formatting is decoded unchanged`() throws {
        let content = Content("a bold and code 🎉", markup: [Markup("b", TextRange(2, 6)), Markup("c", TextRange(11, 15))])
        let lines = try IRCSplitter(bytes: 400, maxLines: 1).lines(of: content)
        #expect(lines.map(\.text) == ["a \u{2}bold\u{2} and \u{11}code\u{11} 🎉"])
        #expect(IRCTextDecoder.content(of: lines[0].text) == content)
    }
}
