import BotConfiguration
import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import Webhooks

struct WebhookNotificationTests {
    private func news(_ text: String, _ deed: WebhookNotification.EventType = .created, name: String = "An")
        -> WebhookNotification
    {
        WebhookNotification(
            deed, at: Date(timeIntervalSince1970: 1_767_225_600), message: "1", channel: 2, clan: 3,
            author: .init(id: 4, name: name, avatar: "https://a.example/p.png"),
            content: Content(text, markup: [Markup("b", TextRange(0, 1))]),
            attachments: [Attachment(filename: "f", url: "https://a.example/f", mediaType: "image", sizeInBytes: 5)],
            answered: "6")
    }

    private func texts(_ bodies: [[UInt8]]) -> [String] { bodies.map { String(decoding: $0, as: UTF8.self) } }

    @Test func `Standard Webhooks receivers get all fields`() {
        #expect(
            texts(news("hi").bodies(.standard)) == [
                #"{"data":{"attachments":[{"filename":"f","size":5,"type":"image","url":"https://a.example/f"}],"#
                    + #""author":{"avatar":"https://a.example/p.png","id":"4","name":"An"},"channel":"2","clan":"3","id":"1","#
                    + #""markup":[{"end":1,"start":0,"type":"b"}],"reply_to":"6","text":"hi"},"#
                    + #""timestamp":"2026-01-01T00:00:00Z","type":"message.created"}"#
            ])
        var reaction = news("", .reacted)
        reaction.emoji = "👍"
        #expect(texts(reaction.bodies(.standard)).first?.contains(#""emoji":"👍""#) == true)
        #expect(texts(news("", .deleted).bodies(.standard)).first?.contains(#""type":"message.deleted""#) == true)
    }

    @Test func `chat webhooks mention no one and hide no address`() {
        let text = "<!here> @all & [a](https://b.example)"
        #expect(
            texts(news(text).bodies(.slack)) == [
                #"{"icon_url":"https://a.example/p.png","text":"&lt;!here&gt; @all &amp; [a](https://b.example)\nhttps://a.example/f","username":"An"}"#
            ])
        #expect(texts(news(text).bodies(.mattermost)).first?.contains("@\u{200B}all &amp; [a]\u{200B}(https") == true)
        #expect(
            texts(news(text, .updated).bodies(.discord)) == [
                #"{"allowed_mentions":{"parse":[]},"avatar_url":"https://a.example/p.png","content":"✏️ <!here> @all & [a]"#
                    + "\u{200B}" + #"(https://b.example)\nhttps://a.example/f","username":"An"}"#
            ])
        for style in [WebhookNotification.EventType.deleted, .reacted, .unreacted] {
            #expect(news("a", style).bodies(.slack) == [] && news("a", style).bodies(.discord) == [])
        }
    }

    @Test func `a Mezon channel webhook names the author in the text and shifts the markup`() throws {
        var said = news("hi")
        said.attachments.append(Attachment(filename: "g", url: "https://a.example/g", mediaType: "text/plain"))
        #expect(
            texts(said.bodies(.mezon)) == [
                #"{"message":{"images":[{"fn":"f","ft":"image","h":0,"sz":5,"url":"https://a.example/f","w":0}],"#
                    + #""mk":[{"e":2,"s":0,"type":"b"},{"e":5,"s":4,"type":"b"}],"t":"An: hi\nhttps://a.example/g"},"type":"hook"}"#
            ])
        #expect(texts(news("hi", .updated).bodies(.mezon)).first?.contains(#""t":"An: ✏️ hi""#) == true)
        #expect(news("hi", .deleted).bodies(.mezon) == [] && news("hi", .reacted).bodies(.mezon) == [])
        #expect(news(String(repeating: "word ", count: 1000)).bodies(.mezon).count == 2)
    }

    @Test(arguments: WebhookTarget.Style.allCases)
    func `headers precede the text`(style: WebhookTarget.Style) throws {
        var said = news("hi", .updated)
        (said.headers, said.attachments) = ("<a>@b=1;</a>", [])
        let text = try #require(texts(said.bodies(style)).first)
        let written = style == .slack || style == .mattermost ? "&lt;a&gt;@" : "<a>@"
        #expect(text.contains(#":"\#(written)"#), "\(text)")
    }

    @Test func `a text too long for Discord is split without loss`() throws {
        let text = (0..<700).map { "word\($0)" }.joined(separator: " ")
        let contents = try news(text).bodies(.discord).map { body in
            try #require(JSONDecoder().decode([String: JSONValue].self, from: Data(body))["content"]?.string)
        }
        #expect(contents.count == 3)
        #expect(contents.allSatisfy { $0.utf16.count <= 2000 })
        #expect(contents.joined() == text + "\nhttps://a.example/f")
        let giant = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(WebhookNotification.parts(of: giant, units: 2000).joined() == giant)
    }

    @Test(arguments: [("Discord fan", "D\u{2009}iscord fan"), ("CLYDE", "C\u{2009}LYDE"), ("here", "here\u{2009}.")])
    func `a user name that Discord rejects is rewritten`(name: String, written: String) {
        #expect(texts(news("a", name: name).bodies(.discord)).first?.contains("\"username\":\"\(written)\"") == true)
    }
}
