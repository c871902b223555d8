import BotTesting
import ChatModel
import Testing

@testable import ConnectorKit

@Suite(.timeLimit(.minutes(5))) struct AttachmentReuploadTests {
    private static let matrix = ChatModel.Attachment(
        filename: "cat.png", url: "mxc://a.example/cat", mediaType: "image/png", sizeInBytes: 9, width: 4, height: 5)
    private static let web = ChatModel.Attachment(
        filename: "dog.png", url: "https://cdn.example/dog.png", mediaType: "image/png", sizeInBytes: 1_200_000)
    private static let shelved = ChatModel.Attachment(filename: "poll.png", url: "shelf:0a", mediaType: "image/png")
    private static let odd = ChatModel.Attachment(filename: "x", url: "", mediaType: "cdn.komu.vn/stickers")

    private func prepared(
        _ destination: AttachmentReupload.Destination, _ attachments: [ChatModel.Attachment], text: String = "look",
        in testStore: TestStore,
        source: ScriptedFiles = ScriptedFiles(""), host: ScriptedFiles = ScriptedFiles(baseURL: "new:")
    ) async throws -> ResolvedAction {
        let carrier = AttachmentTransfer(
            from: [source], store: try testStore.store, time: testStore.time, logger: testStore.logger)
        let middleware = AttachmentReupload(destination, at: host, by: carrier) {}
        let outgoing = ResolvedAction(
            channel: .general, request: .send(Draft(Content(text), attachments: attachments), answering: nil, topic: 0))
        return try await middleware.prepare(outgoing, of: 1)
    }

    @Test(arguments: [
        (AttachmentReupload.Destination.mezon, ["new:1", web.url, shelved.url, ""]), (.storing, [matrix.url, ""]),
        (.linking, ["new:1", web.url, "new:2", ""]),
    ]) func `each destination receives addresses it can read`(destination: AttachmentReupload.Destination, addresses: [String])
        async throws
    {
        let testStore = try await TestStore()
        let all = [Self.matrix, Self.web, Self.shelved, Self.odd]
        let draft = try #require(try await prepared(destination, all, in: testStore).draft)
        #expect(draft.attachments.map(\.url) == addresses)
        if case .storing = destination {
            #expect(
                draft.content
                    == Content(
                        "look\n📎 dog.png (1.2 MB): https://cdn.example/dog.png\n📎 poll.png: not transferred: too many attachments",
                        markup: [Markup("lk", TextRange(26, 53))]))
        } else {
            #expect(draft.content == Content("look"))
        }
        #expect(draft.attachments[0].width == 4 && draft.attachments[0].height == 5)
        try testStore.close()
    }

    @Test func `a network that stores files gets one file per message`() async throws {
        let testStore = try await TestStore()
        let draft = try #require(try await prepared(.storing, [Self.shelved, Self.web], in: testStore).draft)
        var poll = Self.shelved
        (poll.url, poll.sizeInBytes) = ("new:1", 3)
        #expect(draft.attachments == [poll])
        #expect(draft.content.text == "look\n📎 dog.png (1.2 MB): https://cdn.example/dog.png")
        try testStore.close()
    }

    @Test func `an uploaded file reports its actual type and size`() async throws {
        let testStore = try await TestStore()
        let hostile = ChatModel.Attachment(filename: "../\u{202E}x\n.svg", url: "mxc://a/b", mediaType: "image", sizeInBytes: -5)
        let draft = try #require(try await prepared(.mezon, [hostile], in: testStore).draft)
        #expect(
            draft.attachments == [ChatModel.Attachment(filename: ".svg", url: "new:1", mediaType: "image/png", sizeInBytes: 3)])
        try testStore.close()
    }

    @Test func `a file that cannot be transferred is described in the text`() async throws {
        let testStore = try await TestStore()
        let source = ScriptedFiles("", errors: [.refused("it is gone")])
        let draft = try #require(try await prepared(.storing, [Self.web, Self.web], in: testStore, source: source).draft)
        #expect(draft.attachments == [])
        let line = "\n📎 dog.png (1.2 MB): https://cdn.example/dog.png"
        #expect(
            draft.content
                == Content("look" + line + line, markup: [Markup("lk", TextRange(26, 53)), Markup("lk", TextRange(75, 102))]))
        let failing = ScriptedFiles("", errors: [.refused("it is gone")])
        #expect(
            try await prepared(.mezon, [Self.matrix], text: "", in: testStore, source: failing).draft
                == Draft(Content("📎 cat.png (9 bytes): not transferred from Matrix: it is gone")))
        try testStore.close()
    }

    @Test func `only the first ten files are transferred`() async throws {
        let testStore = try await TestStore()
        let all = (0..<50).map { ChatModel.Attachment(filename: "\($0)", url: "mxc://a/\($0)", mediaType: "image/png") }
        let host = ScriptedFiles(baseURL: "new:")
        let draft = try #require(try await prepared(.mezon, all, in: testStore, host: host).draft)
        #expect(draft.attachments.count == 10 && host.hosted.count == 10)
        #expect(draft.content.text.hasSuffix("\n📎 49: not transferred from Matrix: too many attachments"))
        try testStore.close()
    }

    @Test func `a request without relevant files is unchanged`() async throws {
        let testStore = try await TestStore()
        let source = ScriptedFiles("")
        let outgoing = try await prepared(.linking, [Self.web, Self.odd], in: testStore, source: source)
        #expect(outgoing.draft?.attachments == [Self.web, Self.odd] && source.fetched.isEmpty)
        let middleware = AttachmentReupload(
            .storing, at: source,
            by: AttachmentTransfer(from: [], store: try testStore.store, time: testStore.time, logger: testStore.logger)
        ) {}
        let deed = ResolvedAction(channel: .general, request: .delete(5, topic: 0))
        #expect(try await middleware.prepare(deed, of: 1) == deed)
        try testStore.close()
    }

    @Test func `repeated requests have the same result, including failures`() async throws {
        let testStore = try await TestStore()
        let source = ScriptedFiles("", errors: [.refused("it is gone")])
        let first = try await prepared(.mezon, [Self.matrix], in: testStore, source: source)
        // Meanwhile the file would be available.
        #expect(try await prepared(.mezon, [Self.matrix], in: testStore, source: source) == first)
        try testStore.restart()
        #expect(try await prepared(.mezon, [Self.matrix], in: testStore, source: source) == first)
        try testStore.close()
    }
}
