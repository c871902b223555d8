import BotKit
import BotTesting
import Foundation
import MezonClient
import Testing

@testable import MezonBotApp

/// Tests file upload and download over real sockets.
@Suite(.timeLimit(.minutes(15)))
struct AttachmentApplicationTests {
    private struct Painter: Bot {
        static let manifest = Manifest("painter", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            if let attachment = message.attachments.first {
                do {
                    return [.reply("\(try await context.bytes(of: attachment).count) bytes")]
                } catch let failure as HTTPError {
                    return [.reply("\(failure)")]
                }
            }
            let bytes = Data(repeating: UInt8(ascii: "x"), count: 20_000)
            return [.reply(Draft(Content("here"), attachments: [try await context.file("x.txt", type: "text/plain", bytes)]))]
        }
    }

    @Test func `a bot's attachment is uploaded and can be downloaded`() async throws {
        try await LiveApplication.run([Painter.self], config: "bots: { painter: { enabled_in: [general] } }") {
            (live: LiveApplication) async throws in
            let control = try #require(try ReadyFile.read(from: live.folder.path + "/ready.json").control)
            // The first upload attempt is rejected.
            try await TestGatewayControlClient(url: control, time: SystemTime())
                .post("/faults", #"{"kind":"rate_limit","on":"UploadAttachmentFile","times":1}"#)
            try await live.guest.say("paint", in: live.channel)
            var shown: Message?
            for await event in live.heard {
                guard case .message(let message) = event, message.text == "here" else { continue }
                shown = message
                break
            }
            let file = try #require(shown?.attachments.first)
            #expect(file.filename == "x.txt" && file.sizeInBytes == 20_000)
            #expect(file.url.hasPrefix("http://127.0.0.1:"))
            func asks(_ url: String) async throws -> String {
                var file = file
                file.url = url
                _ = try await live.guest.carryOut(
                    .send(Draft(Content(""), attachments: [file]), answering: nil, topic: 0), in: live.channel)
                return await live.next()
            }
            #expect(try await asks(file.url) == "20000 bytes")
            #expect(try await asks(file.url + "x") == "it cannot be reached: status 404")
            #expect(try await asks("https://example.org/x").hasPrefix("https://example.org is not allowed"))
            #expect(try await asks("ftp://example.org/x").contains("is not a valid http or https URL"))
        }
    }
}
