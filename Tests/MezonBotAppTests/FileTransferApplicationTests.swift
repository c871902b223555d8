import BotKit
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import MezonClient
import Testing

@testable import MezonBotApp

/// Tests the transfer of files that other networks cannot reach, with a whole application.
@Suite(.timeLimit(.minutes(15)))
struct FileTransferApplicationTests {
    private static let bytes = Data(repeating: UInt8(ascii: "x"), count: 20_000)

    private struct Painter: Bot {
        static let manifest = Manifest("painter", needs: [.send])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            guard message.text == "paint" else { return [] }
            let file = try await context.file("x.txt", type: "text/plain", FileTransferApplicationTests.bytes)
            return [.send(Draft(Content("here"), attachments: [file]), to: ChannelID(connection: "hooks", channel: "ops"))]
        }
    }

    private func with(_ body: @escaping @Sendable (LiveApplication, PostRecorder) async throws -> Void) async throws {
        let target = try await PostRecorder([])
        let config = """
            connections:
              hooks:
                webhooks: {}
                channels:
                  ops: { url: "http://127.0.0.1:\(target.port)/ops", secrets: ["${env:SECRET}"], allow_private: true }
            bots: { painter: { enabled_in: [general] } }
            relays: { alarm: { from: general, to: ops } }
            """
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await LiveApplication.run(
                    [Painter.self], config: config, environment: ["SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]
                ) { try await body($0, target) })
        } catch {
            result = .failure(error)
        }
        try await target.stop()
        try result.get()
    }

    private func makeHistory(_ target: PostRecorder, of text: String) async throws -> [String: JSONValue] {
        while true {
            let post = try #require(await target.next(1).first)
            let body = try JSONDecoder().decode([String: JSONValue].self, from: Data(post.body))
            let data = try #require(body["data"]?.object)
            if data["text"]?.string?.hasPrefix(text) == true { return data }
        }
    }

    @Test func `a bot's attachment is uploaded to an address that other networks can read`() async throws {
        try await with { application, target in
            _ = try await application.guest.say("paint", in: application.channel)
            let file = try #require(try await makeHistory(target, of: "here")["attachments"]?.array?.first?.object)
            let address = try #require(file["url"]?.string)
            #expect(file["filename"] == "x.txt" && file["type"] == "text/plain" && file["size"] == 20_000)
            let origin = try #require(CheckedURL(address)?.origin)
            let read = try await WebFileSource(allowedPrivate: [origin], time: SystemTime()).fetch(address, maxBytes: 1 << 20)
            #expect(read == TransferredFile(name: "", mediaType: "text/plain", bytes: [UInt8](Self.bytes)))
            await #expect(throws: FileTransferError.refused("its host has a private address")) {
                try await WebFileSource(time: SystemTime()).fetch(address, maxBytes: 1 << 20)
            }
        }
    }

    @Test func `an unreachable attachment is described in the relayed message`() async throws {
        try await with { application, target in
            let cat = ChatModel.Attachment(
                filename: "cat.png", url: "mxc://a.example/cat", mediaType: "image/png", sizeInBytes: 1234)
            _ = try await application.guest.carryOut(
                .send(Draft(Content("look"), attachments: [cat]), answering: nil, topic: 0), in: application.channel)
            let data = try await makeHistory(target, of: "look")
            #expect(data["text"] == "look\n📎 cat.png (1.2 kB): not transferred from Matrix: the file cannot be fetched")
            #expect(data["attachments"] == .array([]))
        }
    }
}
