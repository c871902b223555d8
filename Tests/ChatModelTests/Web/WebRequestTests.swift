import Foundation
import Testing

@testable import ChatModel

struct WebRequestTests {
    private let key = Secret("canary-5e1d", reference: "${env:KEY}")

    @Test func `a secret in a header is stored by its reference`() throws {
        let request = try WebRequest("ask", .post, "https://a.test/", headers: ["Authorization": "Bearer \(key)"])
        let text = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        #expect(text.contains("${env:KEY}"))
        #expect(!text.contains("canary-5e1d"))
        #expect(!"\(request)\(String(reflecting: request))".contains("canary-5e1d"))
        let stored = try JSONDecoder().decode(WebRequest.self, from: Data(text.utf8))
        #expect(stored.headers["Authorization"]?.resolved { $0 == "${env:KEY}" ? Secret("k2") : nil } == Secret("Bearer k2"))
        #expect(stored.headers["Authorization"]?.resolved { _ in nil } == nil)
    }

    @Test func `an unset secret empties its text, and one from elsewhere cannot be stored`() {
        let unset: SecretText = "Bearer \(Secret(""))"
        #expect(unset.isEmpty)
        let loose: SecretText = "Bearer \(Secret("x"))"
        #expect(loose.encodingProblem == "a secret that is not one of the bot's options")
    }

    @Test func `forms are encoded, and parts cannot end the body`() throws {
        #expect(WebBody.form(["a b": "c&d=é", "e": ""]).bytes == Data("a%20b=c%26d%3D%C3%A9&e=".utf8))
        let body = WebBody.multipart([
            .init("text", "--mezon-bot-form--"), .init("file\"", file: "a\r\n.txt", type: "text/plain", Data([0xFF])),
        ])
        #expect(body.type == "multipart/form-data; boundary=mezon-bot-form-x")
        let text = String(decoding: body.bytes, as: UTF8.self)
        #expect(text.contains("name=\"file%22\"; filename=\"a%0D%0A.txt\"\r\nContent-Type: text/plain\r\n\r\n"))
        #expect(text.hasSuffix("\r\n--mezon-bot-form-x--\r\n"))
    }

    @Test func `limits are enforced`() throws {
        let request = try WebRequest("a", .get, "https://a.test/", timeout: .seconds(1000), attempts: 99)
        #expect(request.timeout == .seconds(120))
        #expect(request.attempts == 12)
        #expect(throws: EncodingError.self) {
            try WebRequest("a", .get, "https://a.test/", note: String(repeating: "x", count: 20_000))
        }
        let large = WebBody(Data(count: 1 << 20 + 1), type: "a/b")
        #expect(try WebRequest("a", .put, "https://a.test/", large).encodingProblem?.hasPrefix("a body of") == true)
    }

    private func response(to request: WebRequest, for event: Event) throws -> WebResponse {
        let outgoing = try #require(AddressedWebRequest(request, for: event, in: 0))
        return WebResponse(
            .response(HTTPResponse("private")), to: outgoing, as: 1, by: "rule:a/bot:b", at: Date(timeIntervalSince1970: 0))
    }

    @Test func `a reply to a response quotes the question`() throws {
        let message = Message(
            id: 7, clan: 2, channel: 3, author: Author(id: 9, username: "an"), content: Content("why?"),
            createdAt: Date(timeIntervalSince1970: 0))
        let response = try response(to: try WebRequest("a", .get, "https://a.test/x", note: 1), for: .message(message))
        #expect(response.author == "bot:b")
        let event = Event.system(.response(response))
        let reply = ResolvedAction(.reply("because"), for: event)
        #expect(reply == ResolvedAction(channel: 3, request: .send("because", answering: Reference(to: message), topic: 0)))
        #expect(ResolvedAction(.editReply("because"), for: event)?.request == .editReply(to: 7, "because", topic: 0))
        #expect(event.actor == 9)
        #expect(event.clan == 2)
    }

    @Test func `a redacted response has neither body nor note`() throws {
        let event = Event.system(.started(at: Date(timeIntervalSince1970: 0)))
        let response = try response(to: try WebRequest("a", .get, "https://a.test/x", note: "private"), for: event)
        let text = String(decoding: SystemEvent.response(response).redacted.frame, as: UTF8.self)
        #expect(!text.contains("private"))
        #expect(SystemEvent(frame: SystemEvent.response(response).frame) == .response(response))
    }

    @Test func `a chain of requests and responses ends`() throws {
        let request = try WebRequest("a", .get, "https://a.test/")
        var event = Event.system(.started(at: Date(timeIntervalSince1970: 0)))
        var count = 0
        while let outgoing = AddressedWebRequest(request, for: event, in: 0), count < 100 {
            count += 1
            event = .system(.response(WebResponse(.failure(""), to: outgoing, as: 1, by: "bot:b", at: event.time ?? Date())))
        }
        #expect(count == AddressedWebRequest.maxChainLength)
    }
}
