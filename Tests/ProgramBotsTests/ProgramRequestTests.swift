import BotKit
import ChatModel
import Foundation
import Testing

@testable import BotTesting
@testable import ProgramBots

@Suite(.enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)))
struct ProgramRequestTests {
    /// A program that asks for the request that a message describes, and tells the outcome.
    private static let asker = """
        import json, sys
        print(json.dumps({"hello": 1, "events": ["message", "response"]}), flush=True)
        for line in map(json.loads, sys.stdin):
            event = line["event"]
            if event["kind"] == "message":
                actions = [{"request": json.loads(event["text"])}]
            else:
                of, at = event.pop("of"), {event.pop("ch"), event.pop("by"), event.pop("clan")}
                actions = [{"reply": json.dumps({**event, "knows": bool(of) and len(at) == 3}, sort_keys=True)}]
            print(json.dumps({"turn": line["turn"], "actions": actions}), flush=True)
        """

    private func clan(grants: String = "[reply, request]", events: String = "response") async throws -> TestClan {
        let folder = try TemporaryDirectory()
        let program = try TestProgram.write(
            Self.asker.replacing("\"response\"]", with: "\"\(events)\"]"), in: folder)
        let clan = try await TestClan(
            rules: TestProgram.configuration(
                ["python3", program], grants: grants, more: ", http: { allow: [api.example.org] }"))
        withExtendedLifetime(folder) {}
        return clan
    }

    @Test func `the sample passes its story`() async throws {
        let fixture = try Fixture(TestProgram.sample("fixtures/tickets.jsonl"))
        let configuration = TestProgram.configuration(
            ["python3", TestProgram.sample("tickets.py")], grants: "[reply, request]",
            more: """
                , http: { allow_private: ["http://127.0.0.1:8787"] }, config: { tracker: "http://127.0.0.1:8787/tickets" }
                """)
        #expect(try await fixture.replay(rules: configuration).differences == [])
        let text = try String(contentsOfFile: TestProgram.sample("tickets.py"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 26)
    }

    @Test(arguments: [
        (HTTPResponse("27", headers: ["A": "b"]), #""headers": {"a": "b"}"#, #""status": 200, "text": "27"}"#),
        (HTTPResponse(status: 404, body: Data([0xFF])), #"{"base64": "/w==","#, #""status": 404}"#),
    ])
    func `the outcome of a request is an event`(response: HTTPResponse, start: String, end: String) async throws {
        let clan = try await clan()
        clan.http("https://api.example.org/", answers: response)
        try await clan.user("an").says(#"{"url":"https://api.example.org/","name":"w","note":{"n":1}}"#)
        let text = try #require(try clan.messages().last?.text, "\(clan.transcript)")
        #expect(text.contains(start) && text.hasSuffix(end), "\(text)")
        #expect(text.contains(#""kind": "response", "knows": true, "name": "w", "note": {"n": 1}"#), "\(text)")
    }

    @Test func `a request that is given up tells the reason`() async throws {
        let clan = try await clan()
        clan.http("https://api.example.org/", fails: .timedOut(after: .seconds(5)))
        try await clan.user("an").says(#""https://api.example.org/""#)
        let text = try #require(try clan.messages().last?.text, "\(clan.transcript)")
        #expect(
            text == #"{"failure": "it did not answer within 5.0 seconds", "kind": "response", "knows": true, "name": "request"}"#)
    }

    @Test func `a program that does not list responses hears none`() async throws {
        let clan = try await clan(events: "join")
        clan.http("https://api.example.org/", answers: HTTPResponse("27"))
        let actions = try await clan.user("an").says(#"{"url":"https://api.example.org/"}"#)
        #expect(actions.count == 1, "\(clan.transcript)")
    }

    @Test func `a request without its permission fails the answer`() async throws {
        let clan = try await clan(grants: "[reply]")
        #expect(try await clan.user("an").says(#"{"url":"https://api.example.org/"}"#) == [])
        #expect(clan.transcript.contains("it requested request, which its manifest does not list"), "\(clan.transcript)")
    }

    private func request(_ fields: JSONValue) async throws -> WebRequest? {
        var actions = ProgramAction(channel: 1, clan: 2, user: 3, now: Date(timeIntervalSince1970: 0)) { name, type, _ in
            Attachment(filename: name, url: "", mediaType: type, sizeInBytes: 0)
        }
        actions.secrets = ["key": Secret("canary-71b2", reference: "${env:KEY}")]
        guard case .request(let request)? = try await actions.actions([["request": fields]]).first else { return nil }
        return request
    }

    private static let url = "https://api.example.org/"

    private static func requests() throws -> [(JSONValue, WebRequest)] {
        let key = Secret("canary-71b2", reference: "${env:KEY}")
        return [
            (["url": .string(url)], try WebRequest("request", .get, url)),
            (
                ["url": .string(url), "method": "DELETE", "attempts": 1, "timeout": "2m"],
                try WebRequest("request", .delete, url, timeout: .seconds(120), attempts: 1)
            ),
            (
                ["url": .string(url), "name": "a", "json": ["b": [1]], "note": "c"],
                try WebRequest("a", .post, url, .json(["b": [1]]), note: "c")
            ),
            (
                ["url": .string(url), "text": "a", "method": "PUT"],
                try WebRequest("request", .put, url, WebBody(Data("a".utf8), type: "text/plain; charset=utf-8"))
            ),
            (
                ["url": .string(url), "base64": "AA==", "type": "image/png"],
                try WebRequest("request", .post, url, WebBody(Data([0]), type: "image/png"))
            ),
            (
                [
                    "url": .string(url),
                    "multipart": [
                        ["name": "a", "text": "b"], ["name": "f", "file": "f.png", "type": "image/png", "base64": "AA=="],
                    ],
                ],
                try WebRequest(
                    "request", .post, url,
                    .multipart([.init("a", "b"), .init("f", file: "f.png", type: "image/png", Data([0]))]))
            ),
            (
                ["url": .string(url), "headers": ["Accept": "a/b", "Authorization": ["secret": "key", "prefix": "Bearer "]]],
                try WebRequest("request", .get, url, headers: ["Accept": "a/b", "Authorization": "Bearer \(key)"])
            ),
        ]
    }

    @Test(arguments: try requests())
    func `a request is read`(fields: JSONValue, request: WebRequest) async throws {
        let read = try await self.request(fields)
        #expect(read == request)
        #expect(!String(decoding: try JSONEncoder().encode(read), as: UTF8.self).contains("canary"))
    }

    @Test(
        arguments: [
            ([:], "'request' needs 'url'"),
            (["url": "ftp://a.b/"], "'url' must be an address with https:// or http://, not 'ftp://a.b/'"),
            (["url": .string(url), "method": "get"], "'method' must be GET, POST, PUT, PATCH or DELETE, not 'get'"),
            (["url": .string(url), "timeout": "3m"], "'timeout' must be from 1s to 120s"),
            (["url": .string(url), "attempts": 0], "'attempts' must be from 1 to 12"),
            (
                ["url": .string(url), "json": 1, "text": "a"],
                "a request has at most one of 'json', 'text', 'base64' and 'multipart'"
            ),
            (["url": .string(url), "json": 1, "type": "a/b"], "'type' is the media type of 'text' or 'base64'"),
            (["url": .string(url), "base64": "…"], "'base64' must be bytes in Base64"),
            (
                ["url": .string(url), "multipart": [["name": "a"]]],
                "the part 'a' needs 'text', or 'base64' with 'file' and 'type'"
            ),
            (["url": .string(url), "headers": ["A": 1]], "a header that is no text must be a JSON object"),
            (["url": .string(url), "headers": ["A": ["secret": "b"]]], "there is no secret 'b'; known are key"),
            (["url": .string(url), "body": "a"], "'request' has no 'body'"),
            (
                ["url": .string(url), "note": .string(String(repeating: "a", count: 20_000))],
                "the note of a request has 20002 bytes; the maximum is 16384"
            ),
        ] as [(JSONValue, String)])
    func `a request that cannot be made is reported`(fields: JSONValue, reason: String) async throws {
        let error = await #expect(throws: JSONFields.FieldError.self) { try await request(fields) }
        #expect(error?.message == reason)
    }
}
