import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import ModelContextServer
import NIOCore
import NIOEmbedded
import Testing

@testable import Console

/// Tests the endpoint for assistants with a program that prints its arguments.
struct AssistantEndpointTests {
    private static let reader = AssistantSettings(name: "reader", token: Secret("reader-0123456789"))
    private static let changer = AssistantSettings(name: "changer", token: Secret("changer-0123456789"), allowsChanges: true)
    private static let red = AssistantSettings(
        name: "red", token: Secret("red-0123456789abc"), clans: [102, 103], allowsChanges: true)
    private static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#

    private static func console(_ assistants: [AssistantSettings] = [reader, changer, red]) async throws -> ConsoleHarness {
        var settings = ConsoleSettings()
        settings.assistants = assistants
        return try await ConsoleHarness(settings: settings)
    }

    /// Sends a message with the headers that a client sends, as far as they are not replaced or removed.
    private static func send(
        _ message: String, to console: ConsoleHarness, as assistant: AssistantSettings? = reader, session: String? = nil,
        method: HTTPRequest.Method = .post, host: String = ConsoleHarness.host, headers: [String: String?] = [:]
    ) async throws -> Response {
        var values: [String: String?] = [
            "content-type": "application/json", "accept": "application/json, text/event-stream",
            "authorization": assistant.map { "Bearer \($0.token.reveal())" }, "mcp-session-id": session,
            "mcp-protocol-version": "2025-06-18",
        ]
        values.merge(headers) { $1 }
        var fields = HTTPFields()
        for (name, value) in values { fields[try #require(HTTPField.Name(name))] = value }
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: "/mcp", headerFields: fields)
        return await console.handler.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer(string: message))),
            ConsoleRequestContext(
                source: ApplicationRequestContextSource(
                    channel: EmbeddedChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })))
    }

    /// Begins a conversation and returns its id.
    private static func begin(_ console: ConsoleHarness, as assistant: AssistantSettings = reader) async throws -> String {
        let response = try await send(initialize, to: console, as: assistant)
        #expect(response.status == .ok)
        return try #require(HTTPField.Name("Mcp-Session-Id").flatMap { response.headers[$0] })
    }

    private static func call(_ tool: String, _ arguments: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    private static func json(_ response: Response) async throws -> [String: JSONValue] {
        #expect(response.headers[.contentType] == "application/json")
        return try #require(JSONReader.value(of: try await response.text())?.object)
    }

    @Test func `a client initializes, lists the tools and calls one`() async throws {
        let console = try await Self.console()
        let session = try await Self.begin(console)
        #expect(session.count == 64)
        let noted = try await Self.send(
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, to: console, session: session)
        #expect(noted.status == .accepted)
        #expect(try await noted.text() == "")
        let listed = try await Self.json(
            Self.send(#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#, to: console, session: session))
        let names = (listed["result"]?.object?["tools"]?.array ?? []).compactMap { $0.object?["name"]?.string }
        #expect(names == ServerTool.reading.map(\.name) && listed["id"] == "a")
        let called = try await Self.json(Self.send(Self.call("cases"), to: console, session: session))
        #expect(
            called["result"] == ["content": [["type": "text", "text": "cases list --json --data=data\n"]], "isError": false])
    }

    @Test func `only an assistant that is allowed to change the bot gets the tools for it`() async throws {
        let console = try await Self.console()
        for (assistant, mayChange) in [(Self.reader, false), (Self.changer, true)] {
            let session = try await Self.begin(console, as: assistant)
            let answer = try await Self.json(
                Self.send(Self.call("schedule_pause", #"{"id":7}"#), to: console, as: assistant, session: session))
            #expect((answer["error"]?.object?["code"] == -32602) == !mayChange)
            if mayChange { #expect("\(answer)".contains("schedule pause --data=data --assistant=changer -- 7")) }
        }
    }

    @Test func `an assistant for some clans gets commands that are confined to them, and no others`() async throws {
        let console = try await Self.console()
        let session = try await Self.begin(console, as: Self.red)
        let listed = try await Self.json(
            Self.send(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, to: console, as: Self.red, session: session))
        let names = (listed["result"]?.object?["tools"]?.array ?? []).compactMap { $0.object?["name"]?.string }
        #expect(
            Set(names) == [
                "search", "history", "explain", "cases", "case", "questions", "undo_plan", "dead_letters", "dead_letter",
                "schedule", "next_runs", "undo", "dead_letter_retry", "schedule_pause", "schedule_resume",
            ])
        for name in names where name != "next_runs" {
            let arguments = ["explain": #"{"message":"1"}"#, "case": #"{"case":"1"}"#]
            let needsID = ["dead_letter", "dead_letter_retry", "schedule_pause", "schedule_resume"].contains(name)
            let fallback = needsID ? #"{"id":1}"# : "{}"
            let answer = try await Self.json(
                Self.send(Self.call(name, arguments[name] ?? fallback), to: console, as: Self.red, session: session))
            #expect("\(answer)".contains("--only-clan=102 --only-clan=103"), "\(answer)")
            let changes = ServerTool.changing.contains { $0.name == name }
            #expect("\(answer)".contains("--assistant=red") == changes, "\(answer)")
        }
        for name in ["status", "check", "backtest", "suggest", "rules_show", "bots", "rules_reload", "rules_trigger"] {
            let answer = try await Self.json(Self.send(Self.call(name), to: console, as: Self.red, session: session))
            #expect(answer["error"]?.object?["code"] == -32602)
        }
        let read = #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"mezon-bot://configuration"}}"#
        #expect(try await Self.json(Self.send(read, to: console, as: Self.red, session: session))["error"] != nil)
    }

    @Test(arguments: [nil, "", "Bearer", "Bearer reader-012345678", "Bearer reader-01234567890", "Basic reader-0123456789"])
    func `a missing or wrong token is refused`(authorization: String?) async throws {
        let console = try await Self.console()
        let response = try await Self.send(Self.initialize, to: console, headers: ["authorization": authorization])
        #expect(response.status == .unauthorized && response.headers[.wwwAuthenticate] == "Bearer")
        #expect(try await !response.text().contains("reader"))
    }

    @Test func `a session of the console is no access, and the token opens nothing else`() async throws {
        let console = try await Self.console()
        let cookie = try console.signIn().cookie
        let response = try await Self.send(Self.initialize, to: console, as: nil, headers: ["cookie": cookie])
        #expect(response.status == .unauthorized)
        let bearer = "Bearer \(Self.reader.token.reveal())"
        #expect(try await console.send(.get, "/journal", authorization: bearer).status == .unauthorized)
    }

    @Test func `without assistants there is no endpoint`() async throws {
        let console = try await Self.console([])
        #expect(try await Self.send(Self.initialize, to: console).status == .notFound)
    }

    @Test func `a page of another origin is refused, and a program may use any name of the machine`() async throws {
        let console = try await Self.console()
        for origin in ["http://evil.example", "null", "https://127.0.0.1:7350"] {
            #expect(try await Self.send(Self.initialize, to: console, headers: ["origin": origin]).status == .forbidden)
        }
        #expect(
            try await Self.send(Self.initialize, to: console, headers: ["origin": "http://\(ConsoleHarness.host)"]).status == .ok)
        #expect(try await Self.send(Self.initialize, to: console, host: "bot.internal:7350").status == .ok)
    }

    @Test(arguments: [HTTPRequest.Method.get, .put, .options, .head])
    func `other methods are refused, as there is no stream`(method: HTTPRequest.Method) async throws {
        let console = try await Self.console()
        let response = try await Self.send("", to: console, method: method)
        #expect(response.status == .methodNotAllowed && response.headers[.allow] == "POST, DELETE")
    }

    @Test(
        arguments: [
            (["content-type": "text/plain"], .unsupportedMediaType), (["content-type": nil], .unsupportedMediaType),
            (["content-type": "application/json; charset=utf-8"], .ok), (["accept": "text/html"], .notAcceptable),
            (["accept": nil], .ok), (["accept": "text/event-stream;q=0.9, */*"], .ok),
            (["mcp-protocol-version": "1999-01-01"], .badRequest), (["mcp-protocol-version": nil], .ok),
            (["mcp-protocol-version": "2025-03-26"], .badRequest), (["mcp-session-id": nil], .badRequest),
            (["mcp-session-id": "unknown"], .notFound),
        ] as [([String: String?], HTTPResponse.Status)])
    func `the headers are checked`(headers: [String: String?], status: HTTPResponse.Status) async throws {
        let console = try await Self.console()
        let session = try await Self.begin(console)
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        #expect(try await Self.send(ping, to: console, session: session, headers: headers).status == status)
    }

    @Test(arguments: ["", "{", "[]", "5", "\u{FF}", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#])
    func `a malformed message is an error`(message: String) async throws {
        let console = try await Self.console()
        let session = try await Self.begin(console)
        let response = try await Self.send(message, to: console, session: session)
        guard !message.isEmpty else { return #expect(response.status == .accepted) }
        #expect(response.status == .badRequest)
        #expect(try await Self.json(response)["error"] != nil)
    }

    @Test func `a message beyond the limit is refused`() async throws {
        let console = try await Self.console()
        let long = Self.initialize + String(repeating: " ", count: AssistantEndpoint.maxBodyBytes)
        #expect(try await Self.send(long, to: console).status == .contentTooLarge)
        #expect(Route.maxBodyBytes(ofPath: "/mcp", basePath: "") == AssistantEndpoint.maxBodyBytes)
    }

    @Test func `a session belongs to one assistant and ends when it is deleted, unused or crowded out`() async throws {
        let console = try await Self.console()
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let first = try await Self.begin(console)
        #expect(try await Self.send(ping, to: console, as: Self.changer, session: first).status == .notFound)
        #expect(try await Self.send("", to: console, as: Self.changer, session: first, method: .delete).status == .notFound)
        #expect(try await Self.send("", to: console, session: first, method: .delete).status == .noContent)
        #expect(try await Self.send(ping, to: console, session: first).status == .notFound)

        let unused = try await Self.begin(console)
        console.time.advance(by: .seconds(AssistantSessions.lifetime))
        #expect(try await Self.send(ping, to: console, session: unused).status == .notFound)

        let other = try await Self.begin(console, as: Self.changer)
        let oldest = try await Self.begin(console)
        let crowdedOut = try await Self.begin(console)
        console.time.advance(by: .seconds(1))
        for _ in 2..<AssistantSessions.maxPerAssistant { _ = try await Self.begin(console) }
        console.time.advance(by: .seconds(1))
        #expect(try await Self.send(ping, to: console, session: oldest).status == .ok)
        console.time.advance(by: .seconds(1))
        let newest = try await Self.begin(console)
        for kept in [newest, oldest] { #expect(try await Self.send(ping, to: console, session: kept).status == .ok) }
        #expect(try await Self.send(ping, to: console, session: crowdedOut).status == .notFound)
        #expect(try await Self.send(ping, to: console, as: Self.changer, session: other).status == .ok)
        await console.assistants.finish()
        #expect(try await Self.send(ping, to: console, session: newest).status == .notFound)
        #expect(try await Self.send(Self.initialize, to: console).status == .serviceUnavailable)
    }

    @Test func `a second initialize begins another session`() async throws {
        let console = try await Self.console()
        let first = try await Self.begin(console)
        #expect(try await Self.begin(console) != first)
        let wrong = try await Self.send(
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#, to: console, session: first)
        #expect(try await Self.json(wrong)["error"]?.object?["code"] == -32602)
    }
}
