import ChatModel
import Testing

@testable import ConnectorKit
@testable import Matrix

struct MatrixMessageTests {
    private static func said(_ fields: [String: JSONValue], type: String = "m.room.message", isReply: Bool = false)
        -> MatrixMessage?
    {
        MatrixMessage(fields, of: type, isReply: isReply)
    }

    @Test(
        arguments: [
            (["msgtype": "m.text", "body": "hi"], "hi"), (["msgtype": "m.notice", "body": "hi"], "hi"),
            (["msgtype": "m.emote", "body": "waves"], "* waves"),
            (["msgtype": "m.location", "body": "here", "geo_uri": "geo:1,2"], "here"),
            (["msgtype": "org.example.new", "body": "later"], "later"), (["body": "no kind"], "no kind"),
        ] as [([String: JSONValue], String)])
    func `a message's text is its body`(fields: [String: JSONValue], text: String) {
        #expect(Self.said(fields)?.content == Content(text))
    }

    @Test(
        arguments: [
            [:], ["body": ""], ["body": 7], ["msgtype": "m.key.verification.request", "body": "x"],
        ] as [[String: JSONValue]])
    func `an event without readable content is ignored`(fields: [String: JSONValue]) { #expect(Self.said(fields) == nil) }

    @Test(arguments: [
        ("> <@an:x> question\n\nanswer", "answer"), ("> a\n> b\n\none\n\ntwo", "one\n\ntwo"),
        ("answer\n> quoted", "answer\n> quoted"),
    ])
    func `the reply fallback is removed from a reply`(body: String, text: String) {
        #expect(Self.said(["body": .string(body)], isReply: true)?.content == Content(text))
        #expect(Self.said(["body": .string(body)])?.content == Content(body), "what is no answer stays as it is")
    }

    @Test func `formatted text becomes markup`() {
        let said = Self.said(["body": "a b", "format": "org.matrix.custom.html", "formatted_body": "a <strong>b</strong>"])
        #expect(said?.content == Content("a b", markup: [Markup("b", TextRange(2, 3))]))
        #expect(Self.said(["body": "a b", "format": "other", "formatted_body": "a <b>c</b>"])?.content == Content("a b"))
    }

    @Test func `a file has its name, address and caption`() {
        let fields: [String: JSONValue] = [
            "msgtype": "m.image", "body": "look at this", "filename": "../../etc/pass\u{202E}wd.png", "url": "mxc://x/abc",
            "info": ["mimetype": "Image/PNG", "size": 1234, "w": 640, "h": -1],
        ]
        let said = Self.said(fields)
        #expect(said?.content.text == "look at this")
        #expect(
            said?.attachments == [
                Attachment(
                    filename: "passwd.png", url: "mxc://x/abc", mediaType: "image/png", sizeInBytes: 1234, width: 640, height: 0)
            ])
        let sticker = Self.said(["body": "cat", "url": "mxc://x/cat", "info": ["mimetype": "a/b/c"]], type: "m.sticker")
        #expect(sticker?.content.text == "")
        #expect(sticker?.attachments.map { "\($0.filename) \($0.mediaType)" } == ["cat application/octet-stream"])
    }

    @Test(arguments: ["https://x.example/a.png", "javascript:alert(1)", "mxc://x/a b", ""])
    func `a file outside Matrix is shown as its name`(address: String) {
        let said = Self.said(["msgtype": "m.file", "body": "a.png", "url": .string(address)])
        #expect(said?.content == Content("a.png") && said?.attachments == [])
    }
}
