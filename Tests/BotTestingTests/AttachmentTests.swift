import BotKit
import BotTesting
import ChatModel
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15)))
struct AttachmentTests {
    /// Attaches a chart, and reports the size of received attachments.
    private struct Painter: Bot {
        static let manifest = Manifest("painter", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            do {
                if let attachment = message.attachments.first {
                    let bytes = try await context.bytes(of: attachment, limit: 10)
                    return [.reply("\(bytes.count): \(String(decoding: bytes, as: UTF8.self))")]
                }
                let words = message.text.split(separator: " ", maxSplits: 1).map(String.init)
                guard words.count == 2 else { return [] }
                let file = try await context.file(words[0], type: words[1], Data("chart".utf8))
                return [.reply(Draft(Content("here"), attachments: [file]))]
            } catch let problem as FileError {
                return [.reply("\(problem)")]
            } catch let failure as HTTPError {
                return [.reply("\(failure)")]
            }
        }
    }

    @Test func `an attachment is sent once despite a lost acknowledgement and a crash`() async throws {
        let clan = try await TestClan(Painter.self)
        clan.fail(send: 1, with: .lostAcknowledgement)
        await clan.fail(commit: 1)
        try await clan.user("an").says("chart.txt text/plain")
        try await clan.advance(by: .seconds(60))
        try await clan.restart(losing: .uncommitted)
        let messages = try clan.messages()
        #expect(messages.map(\.text) == ["chart.txt text/plain", "here"])
        let file = try #require(messages.last?.attachments.first)
        #expect(file.filename == "chart.txt" && file.mediaType == "text/plain" && file.sizeInBytes == 5)
        #expect(file.url.hasPrefix("https://cdn.mezon.ai/"))
        // An attachment of one bot can be read by another.
        #expect(try await clan.user("binh").says("", attaching: [file]) == [.reply("5: chart")])
    }

    @Test func `an attachment is read within its limit, and an address without a response fails the test`() async throws {
        let clan = try await TestClan(Painter.self)
        let an = clan.user("an")
        func attachment(_ name: String) -> ChatModel.Attachment {
            ChatModel.Attachment(filename: name, url: "https://cdn.mezon.ai/\(name)", mediaType: "text/plain")
        }
        clan.http("https://cdn.mezon.ai/a", answers: HTTPResponse("ten bytes."))
        clan.http("https://cdn.mezon.ai/b", answers: HTTPResponse("eleven byte"))
        clan.http("https://cdn.mezon.ai/c", fails: .timedOut(after: .seconds(9)))
        #expect(try await an.says("", attaching: [attachment("a")]) == [.reply("10: ten bytes.")])
        #expect(try await an.says("", attaching: [attachment("b")]) == [.reply("the response is larger than 10 bytes")])
        #expect(try await an.says("", attaching: [attachment("c")]) == [.reply("it did not answer within 9.0 seconds")])
        await #expect(throws: TestClanError.self) { try await an.says("", attaching: [attachment("d")]) }
    }

    @Test(arguments: [
        ("a/b", "text/plain", "'a/b' is not a valid file name"), ("..", "text/plain", "'..' is not a valid file name"),
        ("a\\b", "text/plain", "'a\\b' is not a valid file name"), ("a", "text", "'text' is not a media type such as image/png"),
        ("a", "text/plain\r\nX:", "'text/plain\r\nX:' is not a media type such as image/png"),
        ("a", "/", "'/' is not a media type such as image/png"),
    ])
    func `an attachment name with a path and a media type with parameters are rejected`(
        name: String, type: String, problem: String
    ) async throws {
        let clan = try await TestClan(Painter.self)
        #expect(try await clan.user("an").says("\(name) \(type)") == [.reply(Draft(problem))])
    }
}
