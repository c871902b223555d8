import BotTesting
import ChatModel
import Testing

@testable import ConnectorKit
@testable import Matrix

struct AttachmentMatrixTests {
    @Test(arguments: [
        ("image/png", "m.image", "image/png"), ("video/mp4", "m.video", "video/mp4"), ("audio/ogg", "m.audio", "audio/ogg"),
        ("text/plain", "m.file", "text/plain"), ("image/svg+xml", "m.file", FileNameSanitizer.bytes),
        ("image", "m.file", FileNameSanitizer.bytes),
    ]) func `a file's Matrix message type follows its media type`(mediaType: String, kind: String, type: String) {
        let file = ChatModel.Attachment(
            filename: "a/cat\n.png", url: "mxc://a.example/id", mediaType: mediaType, sizeInBytes: 9, width: 4, height: 5)
        #expect(
            file.matrixFields == [
                "msgtype": .string(kind), "url": "mxc://a.example/id", "filename": ".png",
                "info": ["mimetype": .string(type), "size": 9, "w": 4, "h": 5],
            ])
    }

    @Test(arguments: ["https://a.example/id", "mxc://a/../b", "shelf:0a", ""])
    func `a file outside Matrix has no Matrix fields`(address: String) {
        #expect(ChatModel.Attachment(filename: "x", url: address, mediaType: "image/png").matrixFields == nil)
    }

    @Test func `unknown sizes and dimensions are omitted`() {
        let file = ChatModel.Attachment(filename: "x", url: "mxc://a/b", mediaType: "image/png", sizeInBytes: -1, width: 4)
        #expect(file.matrixFields?["info"] == ["mimetype": "image/png"])
    }

    @Test func `a message with a file shows it with its caption`() throws {
        let file = ChatModel.Attachment(filename: "cat.png", url: "mxc://a.example/id", mediaType: "image/png", sizeInBytes: 9)
        let other = ChatModel.Attachment(filename: "dog.png", url: "https://a.example/dog.png", mediaType: "image/png")
        let face = RelayedMessage(of: 5, in: .general, by: 7, as: RelayedMessage.DisplayProfile("An"), .delete)
        func said(_ text: String, _ files: [ChatModel.Attachment], as relayed: RelayedMessage?) throws -> [String: JSONValue] {
            try MatrixMessageEncoder(Draft(Content(text), attachments: files), of: relayed).message(
                answering: nil, idempotencyKey: "t")
        }
        for (fields, body) in [
            (try said("", [file], as: nil), "cat.png"), (try said("look", [file], as: nil), "look"),
            (try said("look", [other, file], as: face), "An: look\ndog.png https://a.example/dog.png"),
        ] {
            #expect(fields["msgtype"] == "m.image" && fields["url"] == "mxc://a.example/id" && fields["filename"] == "cat.png")
            #expect(fields["body"] == .string(body) && fields["m.mentions"] == [:])
        }
        #expect(try said("look", [other], as: face)["msgtype"] == "m.text")
        #expect(MatrixMessageEncoder(Draft(Content(""), attachments: [file]), of: nil).isEmpty == false)
    }
}
