import ChatModel
import ModelContextServer
import Testing

struct ServerSessionTests {
    private static let target = CommandTarget(configuration: "bot/config.yaml", data: "data")

    /// A session by reference, because `#expect` evaluates no mutating call.
    private final class Client {
        private var session = ServerSession(
            ServerIdentity(name: "mezon-bot", version: "1.2.3", instructions: "Read."), tools: ServerTool.reading,
            resources: ServerResource.all, target: ServerSessionTests.target)

        func receive(_ line: ArraySlice<UInt8>) -> ServerSession.Step { session.receive(line) }
        func beginResponse(to id: RequestID) -> Bool { session.beginResponse(to: id) }
        func finish(_ id: RequestID) { session.finish(id) }
    }

    private func session(initialized: Bool = true) -> Client {
        let client = Client()
        if initialized { _ = client.receive(Self.initialize("2025-06-18")) }
        return client
    }

    private static func initialize(_ version: String) -> ArraySlice<UInt8> {
        line(#"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"\#(version)"}}"#)
    }

    private static func line(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    private static func request(_ method: String, _ parameters: String = "{}", id: String = "1") -> ArraySlice<UInt8> {
        line(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#)
    }

    private func code(_ step: ServerSession.Step) -> Int64? {
        if case .respond(let response) = step { response.object?["error"]?.object?["code"]?.integer } else { nil }
    }

    private func result(_ step: ServerSession.Step) -> [String: JSONValue]? {
        if case .respond(let response) = step { response.object?["result"]?.object } else { nil }
    }

    @Test(arguments: [
        ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-06-18"), ("x", "2025-06-18"),
    ])
    func `initialization agrees on a version that the server knows`(requested: String, agreed: String) throws {
        let session = session(initialized: false)
        let result = try #require(self.result(session.receive(Self.initialize(requested))))
        #expect(result["protocolVersion"]?.string == agreed)
        #expect(result["serverInfo"] == ["name": "mezon-bot", "version": "1.2.3"])
        #expect(result["instructions"] == "Read.")
        #expect(result["capabilities"]?.object?.keys.sorted() == ["resources", "tools"])
        #expect(code(session.receive(Self.initialize(requested))) == -32600)
    }

    @Test func `before initialization only ping is answered`() {
        let session = session(initialized: false)
        #expect(code(session.receive(Self.request("tools/list"))) == -32600)
        #expect(code(session.receive(Self.request("server/discover"))) == -32601)
        #expect(result(session.receive(Self.request("ping"))) == [:])
    }

    @Test(arguments: [
        ("{", -32700), ("", nil), ("  \r", nil), ("null", -32600), ("[]", -32600),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
        (#"{"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600), (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
        (#"{"jsonrpc":"2.0","method":"ping","params":[]}"#, nil),
        (#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, -32601), (#"{"jsonrpc":"2.0","method":"no/such"}"#, nil),
        (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, nil),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping"} {"#, -32700), ("\u{FEFF}{}", -32700),
    ])
    func `a line that is no valid message gets an error of its kind, and a notification gets nothing`(line: String, code: Int64?)
    {
        let session = session()
        let step = session.receive(Self.line(line))
        #expect(self.code(step) == code)
        if code == nil { #expect(step == .none) }
    }

    @Test(arguments: ["[", #"{"a":"#])
    func `a deeply nested line is rejected`(opening: String) {
        let session = session()
        #expect(code(session.receive(Self.line(String(repeating: opening, count: 1_000_000)))) == -32700)
    }

    @Test func `a line that is not UTF-8 is rejected`() {
        let session = session()
        #expect(code(session.receive(Self.line(#"{"jsonrpc":"2.0","id":1,"method":""#) + [0xFF, 0x22, 0x7D])) == -32700)
    }

    @Test func `the id of an invalid request is repeated as far as it is known`() {
        let session = session()
        guard case .respond(let response) = session.receive(Self.line(#"{"jsonrpc":"2.0","id":"a"}"#)) else {
            Issue.record("no response")
            return
        }
        #expect(response.object?["id"] == "a")
    }

    @Test func `tools and resources are listed`() throws {
        let session = session()
        let tools = try #require(result(session.receive(Self.request("tools/list")))?["tools"]?.array)
        #expect(tools.count == ServerTool.reading.count)
        let resources = try #require(result(session.receive(Self.request("resources/list")))?["resources"]?.array)
        #expect(
            resources.map { $0.object?["uri"] } == ["mezon-bot://schema", "mezon-bot://rules-guide", "mezon-bot://configuration"])
        #expect(result(session.receive(Self.request("resources/templates/list"))) == ["resourceTemplates": []])
    }

    @Test func `a call runs the command of its tool`() {
        let session = session()
        let step = session.receive(Self.request("tools/call", #"{"name":"status","arguments":{}}"#, id: "\"a\""))
        #expect(step == .run(.string("a"), ChildCommand(["status", "--json", "--data=data"]), .tool(successCodes: [1])))
    }

    @Test func `reading a resource runs its command`() {
        let session = session()
        let step = session.receive(Self.request("resources/read", #"{"uri":"mezon-bot://schema"}"#))
        #expect(
            step
                == .run(
                    .integer(1), ChildCommand(["rules", "schema"]),
                    .resource(uri: "mezon-bot://schema", mediaType: "application/schema+json")))
    }

    @Test(arguments: [
        ("tools/call", "{}", -32602), ("tools/call", #"{"name":5}"#, -32602), ("tools/call", #"{"name":"rm"}"#, -32602),
        ("tools/call", #"{"name":"undo","arguments":{"case":"1"}}"#, -32602),  // Not offered by this server.
        ("tools/call", #"{"name":"status","arguments":[]}"#, -32602),
        ("tools/call", #"{"name":"status","arguments":{"x":1}}"#, -32602),
        ("resources/read", "{}", -32602), ("resources/read", #"{"uri":"file:///etc/passwd"}"#, -32002),
    ])
    func `a wrong call is rejected`(method: String, parameters: String, code: Int64) {
        let session = session()
        #expect(self.code(session.receive(Self.request(method, parameters))) == code)
    }

    @Test func `a cancelled request is ended once and gets no response`() {
        let session = session()
        _ = session.receive(Self.request("tools/call", #"{"name":"status"}"#, id: "7"))
        let cancellation = Self.line(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
        #expect(session.receive(cancellation) == .cancel(.integer(7)))
        #expect(session.receive(cancellation) == .none)
        #expect(!session.beginResponse(to: .integer(7)))
    }

    @Test func `a request whose response is being written cannot be cancelled`() {
        let session = session()
        _ = session.receive(Self.request("tools/call", #"{"name":"status"}"#, id: "7"))
        #expect(session.beginResponse(to: .integer(7)))
        let cancellation = Self.line(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
        #expect(session.receive(cancellation) == .none)
    }

    @Test func `an id is used once at a time, and the number of waiting requests is limited`() {
        let session = session()
        for id in 1...ServerSession.maxPending {
            #expect(code(session.receive(Self.request("tools/call", #"{"name":"status"}"#, id: "\(id)"))) == nil)
        }
        #expect(code(session.receive(Self.request("ping", id: "1"))) == -32600)
        #expect(code(session.receive(Self.request("tools/call", #"{"name":"status"}"#, id: "1000"))) == -32600)
        #expect(session.beginResponse(to: .integer(1)))
        #expect(code(session.receive(Self.request("tools/call", #"{"name":"status"}"#, id: "1000"))) == -32600)
        session.finish(.integer(1))
        #expect(code(session.receive(Self.request("tools/call", #"{"name":"status"}"#, id: "1000"))) == nil)
    }
}
