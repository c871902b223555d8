import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import Webhooks

struct WebhookMessageTests {
    private func saying(_ json: String, event: String? = nil) throws -> WebhookMessage {
        WebhookMessage(try WebhookBody(Array(json.utf8), contentType: "application/json"), event: event)
    }

    @Test(arguments: [
        (#"{"text":"hi"}"#, "hi"), (#"{"content":"hi"}"#, "hi"), (#"{"message":"hi"}"#, "hi"), (#""hi""#, "hi"),
        (#"{"text":"a","attachments":[{"fallback":"f"}]}"#, "a\nf"),
        (
            #"{"attachments":[{"fallback":"f","pretext":"p","title":"T","title_link":"https://a.example","text":"*x*"}]}"#,
            "p\nT (https://a.example)\nx"
        ),
        (#"{"attachments":[{"title":"T","fields":[{"title":"A","value":"1"},{"title":"B","value":2}]}]}"#, "T\nA: 1\nB: 2"),
        (
            #"{"text":"for notices","blocks":[{"type":"header","text":{"type":"plain_text","text":"H"}},{"type":"section","text":{"type":"mrkdwn","text":"*b*"},"fields":[{"type":"mrkdwn","text":"f"}]},{"type":"context","elements":[{"type":"mrkdwn","text":"c"}]}]}"#,
            "H\nb\nf\nc"
        ),
        (
            #"{"blocks":[{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"url":"https://a.example"}]}]}"#,
            "Go https://a.example"
        ),
        (
            #"{"blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"a "},{"type":"text","text":"b","style":{"bold":true}},{"type":"text","text":"c","style":{"strike":true}},{"type":"link","url":"https://a.example","text":"l"},{"type":"broadcast","range":"here"}]}]}]}"#,
            "a b~~c~~l (https://a.example)@here"
        ),
        (
            #"{"content":"**b**","embeds":[{"author":{"name":"A"},"title":"T","url":"https://a.example","description":"D","fields":[{"name":"N","value":"V"}],"footer":{"text":"F"}}]}"#,
            "b\nA\nT (https://a.example)\nD\nN: V\nF"
        ),
        (#"{"embeds":[{"url":"https://a.example"}]}"#, "https://a.example"),
        (#"{"b":1,"a":[null,true]}"#, #"{"a":[null,true],"b":1}"#), ("[1]", "[1]"), (#"{"text":""}"#, #"{"text":""}"#),
        (#"{"text":5}"#, #"{"text":5}"#), ("null", "null"),
    ])
    func `the text of a webhook body is found`(json: String, text: String) throws {
        #expect(try saying(json).content.text == text)
    }

    @Test func `author, avatar and images are taken from the webhook body`() throws {
        let discord = try saying(
            #"{"content":"a","username":" An\n Binh ","avatar_url":"https://a.example/p.png","embeds":[{"image":{"url":"https://a.example/i.png"}},{"image":{"url":"javascript:1"}}]}"#
        )
        #expect(
            discord
                == WebhookMessage(
                    author: "An Binh", avatar: "https://a.example/p.png", content: Content("a"),
                    attachments: [Attachment(filename: "image", url: "https://a.example/i.png", mediaType: "image")],
                    json: discord.json))
        #expect(try saying(#"{"text":"a","icon_url":"file:///etc/passwd"}"#).avatar == nil)
        #expect(try saying(#"{"text":"a","name":"\#(String(repeating: "n", count: 200))"}"#).author?.count == 80)
        #expect(try saying(#"{"text":"a","username":"  "}"#).author == nil)
    }

    @Test func `a webhook body mentions no one`() throws {
        let content = try saying(#"{"text":"@here <!channel> <@U1|an> @everyone"}"#).content
        #expect(content == Content("@here @channel @an @everyone"))
    }

    @Test func `unknown JSON is shown as code and truncated`() throws {
        let content = try saying(#"{"a":"\#(String(repeating: "b", count: 5000))"}"#).content
        #expect(content.text.utf16.count == 1500)
        #expect(content.markup == [Markup("pre", TextRange(0, 1500))])
    }

    @Test(arguments: [
        (
            "push",
            #"{"ref":"refs/heads/main","compare":"https://github.com/o/r/compare/a","commits":[{"id":"0123456789","message":"Mend it\n\nwhy"}],"repository":{"full_name":"o/r"},"sender":{"login":"an"}}"#,
            "an pushed 1 commit to main in o/r (https://github.com/o/r/compare/a)\n0123456 Mend it"
        ),
        ("push", #"{"ref":"refs/tags/v1","deleted":true,"commits":[]}"#, "GitHub deleted v1"),
        (
            "issues",
            #"{"action":"opened","issue":{"number":7,"title":"It broke","html_url":"https://github.com/o/r/issues/7"},"repository":{"full_name":"o/r"},"sender":{"login":"an"}}"#,
            "an opened issue #7 in o/r: It broke (https://github.com/o/r/issues/7)"
        ),
        (
            "pull_request",
            #"{"action":"closed","pull_request":{"number":8,"title":"Mend","merged":true},"sender":{"login":"an"}}"#,
            "an merged pull request #8: Mend"
        ),
        (
            "pull_request", #"{"action":"review_requested","pull_request":{"number":8},"sender":{"login":"an"}}"#,
            "an review requested pull request #8"
        ),
        (
            "issue_comment",
            #"{"action":"created","issue":{"number":7,"title":"It broke"},"comment":{"body":"me too\nmore"},"sender":{"login":"an"}}"#,
            "an commented on #7: It broke\nme too"
        ),
        (
            "release", #"{"action":"published","release":{"tag_name":"v1","name":"First"},"sender":{"login":"an"}}"#,
            "an published release v1: First"
        ),
        ("ping", #"{"zen":"Keep it logically awesome.","sender":{"login":"an"}}"#, "an says hello: Keep it logically awesome."),
        ("star", #"{"action":"created","repository":{"full_name":"o/r"},"sender":{"login":"an"}}"#, "an (star, created) in o/r"),
        ("push", "{}", "GitHub pushed 0 commits to ?"),
    ])
    func `GitHub events are shown in one line`(event: String, json: String, text: String) throws {
        let saying = try saying(json, event: event)
        #expect(saying.content.text == text)
        #expect(saying.content.markup.first?.kind == "b")
        #expect(saying.content.markup.allSatisfy { $0.range.slice(of: text) != nil })
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "a=b&payload=%7B%22text%22%3A%22a+b%22%7D", "a b"),
        ("text/plain; charset=utf-8", "*plain*", "*plain*"), ("application/vnd.x+json", #"{"text":"a"}"#, "a"),
        ("Application/JSON;charset=UTF-8", #"{"text":"a"}"#, "a"),
    ])
    func `form-encoded and plain bodies are unwrapped`(contentType: String, body: String, text: String) throws {
        let call = InboundWebhook(
            endpoint: "/a", id: nil, at: Date(timeIntervalSince1970: 0), headers: ["content-type": contentType],
            body: Array(body.utf8))
        #expect(try WebhookMessage(call).content.text == text)
    }

    @Test(
        arguments: [
            ("application/json", Array("{".utf8), WebhookBodyError.notJSON), (nil, [], .notJSON),
            ("application/json", [0xFF], .notText),
            ("application/json", Array(repeating: UInt8(ascii: "["), count: 100_000), .notJSON),
            ("application/xml", Array("<a/>".utf8), .unknownType), ("text/html", [], .unknownType),
            ("application/json; charset=utf-16", Array("{}".utf8), .unknownType),
            ("application/x-www-form-urlencoded", Array("payload=%zz".utf8), .notJSON),
            ("application/x-www-form-urlencoded", Array("text=a".utf8), .notJSON),
        ] as [(String?, [UInt8], WebhookBodyError)])
    func `an unreadable body is an error`(contentType: String?, body: [UInt8], error: WebhookBodyError) {
        #expect(throws: error) { _ = try WebhookBody(body, contentType: contentType) }
    }
}
