import ChatModel
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCMessageEncoderTests {
    private static func lines(_ saying: IRCMessageEncoder, bytes: Int = 400, sparing nicks: [String] = []) throws -> [String] {
        try saying.lines(bytes: bytes, sparing: IRCNicks(nicks)).map(\.text)
    }

    @Test func `each IRC line names the author, and attachments are written as addresses`() throws {
        var draft = Draft("one\ntwo")
        draft.attachments = [Attachment(filename: "a.png", url: "https://x.example/a.png", mediaType: "image/png")]
        let reference = Reference(message: 1, sender: 2, content: Content("how many\nare there?"))
        #expect(
            try Self.lines(IRCMessageEncoder(draft, as: RelayedMessage.DisplayProfile("An"), answering: reference))
                == ["<An> > how many", "<An> one", "<An> two", "<An> a.png https://x.example/a.png"])
        #expect(try Self.lines(IRCMessageEncoder(Draft("hi"), as: nil, answering: nil)) == ["hi"])
    }

    @Test func `nicks in the channel are not highlighted, and markup keeps its position`() throws {
        let draft = Draft(Content("hello tester, bold", markup: [Markup("b", TextRange(14, 18))]))
        #expect(
            try Self.lines(
                IRCMessageEncoder(draft, as: RelayedMessage.DisplayProfile("tester"), answering: nil), sparing: ["Tester"])
                == ["<t\u{200B}ester> hello t\u{200B}ester, \u{2}bold"])
    }

    @Test func `a message with too many lines is truncated with a note`() throws {
        let saying = IRCMessageEncoder(
            Draft(String(repeating: "a\n", count: 100)), as: RelayedMessage.DisplayProfile("An"), answering: nil)
        let lines = try Self.lines(saying)
        #expect(lines.count == 24 && lines.first == "<An> a" && lines.last == "<An> … 77 more lines")
    }

    @Test func `an author name cannot imitate another, and control characters hide no nick`() throws {
        let saying = IRCMessageEncoder(
            Draft("tes\u{1}ter"), as: RelayedMessage.DisplayProfile("Bob> no. <An\u{2}"), answering: nil)
        #expect(try Self.lines(saying, sparing: ["tester"]) == ["<Bob› no. ‹An > tes ter"])
    }

    @Test func `headers precede the first line and are omitted when they do not fit`() throws {
        let header = "<t>@id=1</t>"
        let saying = IRCMessageEncoder(Draft("one\ntwo"), as: RelayedMessage.DisplayProfile("An"), answering: nil, behind: header)
        #expect(try Self.lines(saying) == ["<t>@id=1</t><An> one", "<An> two"])
        #expect(try Self.lines(saying, bytes: 22) == ["<An> one", "<An> two"])
        let bare = IRCMessageEncoder(Draft(""), as: RelayedMessage.DisplayProfile("An"), answering: nil, behind: header)
        #expect(try Self.lines(bare) == ["<t>@id=1</t><An> "])
        let long = IRCMessageEncoder(Draft("aaaa bbbb cccc"), as: nil, answering: nil, behind: header)
        #expect(try Self.lines(long, bytes: 24) == ["<t>@id=1</t>aaaa bbbb", "cccc"])
    }
}
