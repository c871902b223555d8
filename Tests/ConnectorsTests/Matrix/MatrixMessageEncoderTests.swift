import BotTesting
import ChatModel
import Delivery
import Testing

@testable import ConnectorKit
@testable import Matrix

struct MatrixMessageEncoderTests {
    private static let bold = Draft(Content("a <b> c\nd", markup: [Markup("b", TextRange(0, 1))]))

    private static func relayed(_ draft: Draft, as name: String = "An") -> RelayedMessage {
        RelayedMessage(of: 1, in: .general, by: Author.an.id, as: .init(name), .show(draft, answering: nil))
    }

    @Test func `the bot's own message is a notice that mentions no one`() throws {
        #expect(
            try MatrixMessageEncoder("hi @room", of: nil).message(answering: nil, idempotencyKey: "t") == [
                "msgtype": "m.notice", "body": "hi @room", "m.mentions": [:], "ai.mezon.ticket": "t",
            ])
    }

    @Test func `a relayed message carries its author's name in the text and as a profile`() throws {
        #expect(
            try MatrixMessageEncoder(Self.bold, of: Self.relayed(Self.bold, as: "An <\u{7}x\n>")).message(
                answering: "$1", idempotencyKey: "t")
                == [
                    "msgtype": "m.text", "body": "An < x >: a <b> c\nd", "m.mentions": [:], "ai.mezon.ticket": "t",
                    "format": "org.matrix.custom.html",
                    "formatted_body":
                        "<strong data-mx-profile-fallback>An &lt; x &gt;: </strong><strong>a</strong> &lt;b&gt; c<br>d",
                    "com.beeper.per_message_profile": [
                        "id": .string("\(Author.an.id)"), "displayname": "An < x >", "has_fallback": true,
                    ], "m.relates_to": ["m.in_reply_to": ["event_id": "$1"]],
                ])
    }

    @Test func `an edit carries the new text and a fallback`() throws {
        let words: [String: JSONValue] = [
            "msgtype": "m.notice", "body": "a <b> c\nd", "m.mentions": [:], "format": "org.matrix.custom.html",
            "formatted_body": "<strong>a</strong> &lt;b&gt; c<br>d",
        ]
        var edit = words
        edit["body"] = "* a <b> c\nd"
        edit["formatted_body"] = "* <strong>a</strong> &lt;b&gt; c<br>d"
        edit["m.new_content"] = .object(words)
        edit["m.relates_to"] = ["rel_type": "m.replace", "event_id": "$1"]
        edit["ai.mezon.ticket"] = "t"
        #expect(try MatrixMessageEncoder(Self.bold, of: nil).edit(of: "$1", idempotencyKey: "t") == edit)
    }

    @Test func `an attachment is written as its address`() throws {
        var draft = Draft("look")
        draft.attachments = [Attachment(filename: "a.png", url: "https://x.example/a.png", mediaType: "image/png")]
        let fields = try MatrixMessageEncoder(draft, of: nil).message(answering: nil, idempotencyKey: "t")
        #expect(fields["body"] == "look\na.png https://x.example/a.png")
        draft.content.text = ""
        draft.attachments = []
        #expect(MatrixMessageEncoder(draft, of: nil).isEmpty)
    }

    @Test func `an oversized message drops its formatting, and one still too long is refused`() throws {
        let ampersands = Draft(String(repeating: "&", count: 15_000))
        let fields = try MatrixMessageEncoder(ampersands, of: Self.relayed(ampersands)).message(
            answering: nil, idempotencyKey: "t")
        #expect(fields["formatted_body"] == nil && fields["body"] == .string("An: " + ampersands.content.text))
        let long = Draft(String(repeating: "đ", count: 31_000))
        #expect(throws: SendError.self) { try MatrixMessageEncoder(long, of: nil).message(answering: nil, idempotencyKey: "t") }
    }

    @Test func `the longest message part fits into an event, also as an edit`() throws {
        let splitter = MessageSplitter(limit: 8000)
        for text in ["a", "đ", "漢", "🎉", "&", "\"", "\u{1}", "\n"] {
            let draft = Draft(String(repeating: text, count: 20_000))
            let part = try #require(splitter.parts(of: draft).first)
            let fields = try MatrixMessageEncoder(part, of: Self.relayed(part)).edit(of: "$1", idempotencyKey: "t")
            #expect(MatrixRequest.bytes(.object(fields)).count <= 60_000)
        }
    }

    @Test func `headers precede the name, and a name cannot imitate a header`() throws {
        var relayed = Self.relayed("hi", as: "An")
        relayed.headers = "<t>@id=1</t>"
        let fields = try MatrixMessageEncoder("hi", of: relayed).message(answering: nil, idempotencyKey: "t")
        #expect(fields["body"] == "<t>@id=1</t>An: hi")
        #expect(
            fields["formatted_body"]
                == "&lt;t&gt;@id=1&lt;/t&gt;<strong data-mx-profile-fallback>An: </strong>hi")
        let sly = try MatrixMessageEncoder("hi", of: Self.relayed("hi", as: "<t>@id=2</t>")).message(
            answering: nil, idempotencyKey: "t")
        #expect(sly["body"] == "<-><t>@id=2</t>: hi")
    }
}
