import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import ConnectorKit
@testable import Webhooks

@Suite(.timeLimit(.minutes(5))) struct WebhookServerTests {
    private static let body = #"{"text":"hi"}"#

    /// A request to the endpoint without a signature.
    private static func open(_ body: String = body, _ further: String = "", path: String = "/open") -> String {
        "POST \(path) HTTP/1.1\r\nHost: x\r\n\(further)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `a signed request is stored and acknowledged, and a repeat is recognized`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            let call = try server.signed(further: "X-Event-Key: a\r\nAuthorization: Bearer b\r\n")
            let connection = try await server.connect()
            for answer in ["accepted\n", "duplicate\n"] {
                try await connection.send(call)
                let told = try await connection.readAnswer()
                #expect(told.head.hasPrefix("HTTP/1.1 200 OK\r\n") && told.body == answer)
            }
            let kept = InboundWebhook(
                endpoint: "/hooks/ci", id: "msg_1", at: server.time.now,
                headers: [
                    "content-type": "application/json", "webhook-id": "msg_1", "webhook-timestamp": "1767225600",
                    "x-event-key": "a",
                ], body: Array(Self.body.utf8))
            #expect(server.taken.withLock { $0 } == [kept, kept])
        }
    }

    @Test func `every invalid signature gets the same answer and stores nothing`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            let calls = [
                Self.open(path: "/hooks/ci"), try server.signed(secrets: [TestWebhookServer.next]), try server.signed(late: 301),
                try server.signed(late: -301), try server.signed(id: "a.b"),
                try server.signed().replacing(Self.body, with: #"{"text":"ho"}"#),
                try server.signed().replacing("webhook-id: msg_1", with: "webhook-id: msg_2"),
                try server.signed(further: "webhook-id: msg_1\r\n"),
                try server.signed("not JSON", secrets: [TestWebhookServer.next]),
            ]
            var answers: Set<String> = []
            for call in calls {
                let connection = try await server.connect()
                try await connection.send(call)
                let answer = try await connection.readAnswer()
                answers.insert("\(answer.head)|\(answer.body)")
            }
            #expect(answers.count == 1)
            #expect(answers.first?.hasPrefix("HTTP/1.1 401 ") == true)
            #expect(answers.first?.hasSuffix("|authentication failed\n") == true)
            #expect(server.taken.withLock { $0 } == [])
        }
    }

    @Test func `webhook secrets can be replaced at runtime`() async throws {
        let server = TestWebhookServer()
        try await server.run { receiver in
            func status(_ secrets: [Secret]) async throws -> Substring {
                try await server.ask(try server.signed(secrets: secrets)).dropFirst(9).prefix(3)
            }
            func open(_ secrets: [Secret]) throws {
                try receiver.replace(endpoints: [WebhookEndpoint(path: "/hooks/ci", signing: .standard(secrets))])
            }
            #expect(try await status([TestWebhookServer.next]) == "401")
            try open([TestWebhookServer.secret, TestWebhookServer.next])
            #expect(try await status([TestWebhookServer.next]) == "200")
            #expect(try await status([TestWebhookServer.secret]) == "200")
            try open([TestWebhookServer.next])
            #expect(try await status([TestWebhookServer.secret]) == "401")
            #expect(try await status([TestWebhookServer.secret, TestWebhookServer.next]) == "200")
            #expect(throws: WebhookServerError.badSecret(path: "/hooks/ci", .notStandard)) { try open([Secret("plain text")]) }
            #expect(try await status([TestWebhookServer.next]) == "200")
            #expect(try await server.ask(Self.open()).hasPrefix("HTTP/1.1 404 "))
        }
    }

    struct Line: Sendable, CustomTestStringConvertible {
        var name: String
        var send: String
        var expect: String
        var testDescription: String { name }

        init(_ name: String, _ send: String, _ expect: String) {
            self.name = name
            self.send = send
            self.expect = "HTTP/1.1 \(expect)"
        }
    }

    private static func raw(_ head: String, _ body: String = "") -> String {
        "POST /open HTTP/1.1\r\n\(head.split(separator: "|").joined(separator: "\r\n"))\r\n\r\n\(body)"
    }

    private static let lines = [
        Line("health", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "200"),
        Line("health, posted", "POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", "405"),
        Line("an unknown path", "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", "404"),
        Line("a door that is read", "GET /open HTTP/1.1\r\nHost: x\r\n\r\n", "405"),
        Line("a door's head", "HEAD /open HTTP/1.1\r\nHost: x\r\n\r\n", "405"),
        Line("a query is not the path's", "POST /open?a=/b HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", "200"),
        Line("no body", "POST /open HTTP/1.1\r\nHost: x\r\n\r\n", "411"),
        Line("an empty body", raw("Host: x|Content-Length: 0"), "411"),
        Line("a long body", raw("Host: x|Content-Length: 1001", String(repeating: " ", count: 1001)), "413"),
        Line("a body of all lengths", raw("Host: x|Content-Length: 999999999999999999", ""), "413"),
        Line("a length past all numbers", raw("Host: x|Content-Length: 99999999999999999999999"), "400"),
        Line("not JSON", open("{"), "400"), Line("not UTF-8's JSON", open("\"\u{0}\""), "400"),
        Line("nested too deep", open(String(repeating: "[", count: 1000)), "400"),
        Line("a form", open("payload=%7B%7D", "Content-Type: application/x-www-form-urlencoded\r\n"), "200"),
        Line("a text", open("hi", "Content-Type: text/plain\r\n"), "200"),
        Line("XML", open("<a/>", "Content-Type: application/xml\r\n"), "415"),
        Line("two types", open("{}", "Content-Type: text/plain\r\nContent-Type: application/json\r\n"), "415"),
        Line("packed", open("{}", "Content-Encoding: gzip\r\n"), "415"),
        Line("an odd expectation", open("{}", "Expect: the unexpected\r\n"), "417"),
        Line("chunks", raw("Host: x|Transfer-Encoding: chunked", "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"), "200"),
        Line("chunks with more", raw("Host: x|Transfer-Encoding: chunked", "2;a=b\r\n{}\r\n0\r\nX-Trailer: a\r\n\r\n"), "200"),
        Line(
            "too many chunks",
            raw("Host: x|Transfer-Encoding: chunked", "3e9\r\n" + String(repeating: " ", count: 1001) + "\r\n0\r\n\r\n"), "413"),
        Line("a chunk of all lengths", raw("Host: x|Transfer-Encoding: chunked", "ffffffffffffffffff\r\n"), "400"),
        Line("a bad chunk", raw("Host: x|Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n"), "400"),
        Line("no chunk at all", raw("Host: x|Transfer-Encoding: chunked", "0\r\n\r\n"), "400"),
        Line("two lengths", raw("Host: x|Content-Length: 2|Content-Length: 3", "{}"), "400"),
        Line("one length twice", raw("Host: x|Content-Length: 2|Content-Length: 2", "{}"), "400"),
        Line("lengths in a list", raw("Host: x|Content-Length: 2, 2", "{}"), "400"),
        Line("a length with a sign", raw("Host: x|Content-Length: +2", "{}"), "400"),
        Line("a negative length", raw("Host: x|Content-Length: -2", "{}"), "400"),
        Line("a length and chunks", raw("Host: x|Content-Length: 2|Transfer-Encoding: chunked", "0\r\n\r\n"), "400"),
        Line("chunks and a length", raw("Host: x|Transfer-Encoding: chunked|Content-Length: 2", "0\r\n\r\n"), "400"),
        Line("chunks twice", raw("Host: x|Transfer-Encoding: chunked|Transfer-Encoding: chunked", "0\r\n\r\n"), "400"),
        Line("chunks that are not", raw("Host: x|Transfer-Encoding: xchunked", "0\r\n\r\n"), "400"),
        Line("chunks and more", raw("Host: x|Transfer-Encoding: gzip, chunked", "0\r\n\r\n"), "400"),
        Line("a space before a colon", raw("Host: x|Content-Length : 2", "{}"), "400"),
        Line("a folded header", raw("Host: x|X: a| b|Content-Length: 2", "{}"), "400"),
        Line("a bare line feed", "POST /open HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}", "400"),
        Line("no host", raw("Content-Length: 2", "{}"), "400"),
        Line("two hosts", raw("Host: x|Host: y|Content-Length: 2", "{}"), "400"),
        Line("an upgrade", raw("Host: x|Connection: upgrade|Upgrade: h2c|Content-Length: 2", "{}"), "400"),
        Line("another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"), Line("no HTTP", "\u{1}\u{2}\r\n\r\n", "400"),
        Line("TLS", "\u{16}\u{3}\u{1}\u{0}\u{5}hello\r\n\r\n", "400"),
        Line("HTTP/1.0", "POST /open HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}", "200"),
        Line("chunks in HTTP/1.0", "POST /open HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "400"),
        Line("a long header", raw("Host: x|X: \(String(repeating: "a", count: 17_000))|Content-Length: 2", "{}"), "431"),
        Line("many headers", raw("Host: x|\(String(repeating: "X: a|", count: 70))Content-Length: 2", "{}"), "431"),
        Line("a long path", "POST /\(String(repeating: "a", count: 17_000)) HTTP/1.1\r\nHost: x\r\n\r\n", "4"),
        Line("a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", "404"),
        Line("a path that climbs", "POST /hooks/../open HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", "404"),
    ]

    @Test func `each malformed request gets one answer`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            for line in Self.lines {
                let answer = try await server.ask(line.send)
                #expect(answer.hasPrefix(line.expect), "\(line.name): \(answer.prefix(60))")
                // One answer per request shows that no bytes were left over as another request.
                #expect(answer.ranges(of: "HTTP/1.1 ").count == 1, "\(line.name)")
            }
            #expect(try await server.ask(try server.signed()).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a HEAD request is answered with the allowed method and no body`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            let answer = try await server.ask("HEAD /open HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(answer.contains("\r\nallow: POST\r\n") && answer.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `a request with Expect is told to continue`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            let connection = try await server.connect()
            try await connection.send("POST /open HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(try await connection.readAnswer().head == "HTTP/1.1 100 Continue")
            try await connection.send("{}")
            #expect(try await connection.readAnswer().body == "accepted\n")
            try await connection.send(
                "POST /hooks/ci HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2000\r\n\r\n")
            #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func `pipelined requests are answered in order`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            let calls =
                (0..<20).map { Self.open(#"{"text":"\#($0)"}"#) } + [
                    "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "nonsense\r\n\r\n",
                ]
            let connection = try await server.connect()
            try await connection.send(calls.joined())
            for _ in 0..<20 { #expect(try await connection.readAnswer().body == "accepted\n") }
            #expect(try await connection.readAnswer().body == "healthy\n")
            #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 400 "))
            #expect(
                server.taken.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } }
                    == (0..<20).map { #"{"text":"\#($0)"}"# })
        }
    }

    @Test func `thousands of requests behind a slow one are answered`() async throws {
        let server = TestWebhookServer()
        let gate = ManualTime()
        try await server.run(take: { _ in
            try await gate.sleep(for: .seconds(1))
            return .new
        }) { _ in
            let connection = try await server.connect()
            try await connection.send(Self.open() + String(repeating: "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", count: 5000))
            await gate.waitForSleepers()
            gate.advance(by: .seconds(1))
            #expect(try await connection.readAnswer().body == "accepted\n")
            try await connection.endSending()
            let answers = await connection.readToEnd()
            #expect(answers.ranges(of: "healthy").count == 5000)
        }
    }

    @Test func `a request sent byte by byte is accepted`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            let connection = try await server.connect()
            for byte in try server.signed().utf8 { try await connection.send([byte]) }
            #expect(try await connection.readAnswer().body == "accepted\n")
        }
    }

    @Test(arguments: [
        ("POST /open HTTP/1.1\r\nHost: x\r\n", Duration.seconds(10)), ("", .seconds(10)),
        ("POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{", .seconds(30)),
    ])
    func `a slow request gets status 408`(sent: String, limit: Duration) async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            let connection = try await server.connect()
            try await connection.send(sent)
            // The answer shows that the server has read the bytes sent before.
            _ = try await server.ask("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            await server.time.waitForSleepers()
            server.time.advance(by: limit - .seconds(1))
            await server.time.waitForSleepers()
            #expect(try await server.ask("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
            server.time.advance(by: .seconds(1))
            #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 408 "))
            #expect(await connection.readToEnd() == "")
        }
    }

    @Test func `an idle connection is closed after a minute`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            let connection = try await server.connect()
            try await connection.send(Self.open())
            _ = try await connection.readAnswer()
            await server.time.waitForSleepers()
            server.time.advance(by: .seconds(60))
            #expect(await connection.readToEnd() == "")
        }
    }

    @Test func `a failing or blocked store is answered with status 503`() async throws {
        let server = TestWebhookServer()
        let began = Mutex(0)
        try await server.run(take: { call in
            began.withLock { $0 += 1 }
            if call.body == Array("1".utf8) { throw TestWebhookServer.Degraded() }
            try await ManualTime().sleep(for: .seconds(1))
            return .new
        }) { _ in
            let answer = try await server.ask(Self.open("1"))
            #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\r\nretry-after: 30\r\n"))
            let connection = try await server.connect()
            try await connection.send(Self.open("2"))
            while began.withLock({ $0 }) < 2 { await Task.yield() }
            await server.time.waitForSleepers()
            server.time.advance(by: .seconds(30))
            #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test func `requests beyond the concurrency limit are answered with status 503`() async throws {
        let server = TestWebhookServer()
        let gate = ManualTime()
        var limits = WebhookServerLimits()
        limits.calls = 2
        try await server.run(
            limits: limits,
            take: { _ in
                try await gate.sleep(for: .seconds(1))
                return .new
            }
        ) { _ in
            let first = [try await server.connect(), try await server.connect()]
            for connection in first { try await connection.send(Self.open()) }
            await gate.waitForSleepers(2)
            let answer = try await server.ask(Self.open())
            #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\r\nretry-after: 1\r\n"))
            gate.advance(by: .seconds(1))
            for connection in first { #expect(try await connection.readAnswer().body == "accepted\n") }
        }
    }

    @Test func `an endpoint's rate limit is answered with status 429`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            func call() async throws -> String { try await server.ask(Self.open(path: "/slow-door")) }
            #expect(try await call().hasPrefix("HTTP/1.1 200 "))
            #expect(try await call().hasPrefix("HTTP/1.1 200 "))
            let answer = try await call()
            #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains("\r\nretry-after: 30\r\n"))
            #expect(try await server.ask(Self.open()).hasPrefix("HTTP/1.1 200 "))
            server.time.advance(by: .seconds(30))
            #expect(try await call().hasPrefix("HTTP/1.1 200 "))
            #expect(try await call().hasPrefix("HTTP/1.1 429 "))
        }
    }

    @Test func `the total size of request bodies is limited`() async throws {
        let server = TestWebhookServer()
        var limits = WebhookServerLimits()
        limits.heldBytes = 1000
        try await server.run(limits: limits) { _ in
            let connection = try await server.connect()
            try await connection.send(
                "POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n" + String(repeating: " ", count: 800))
            _ = try await server.ask("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await server.ask(Self.open(String(repeating: " ", count: 300) + "1")).hasPrefix("HTTP/1.1 503 "))
            #expect(try await server.ask(Self.open(String(repeating: " ", count: 100) + "1")).hasPrefix("HTTP/1.1 200 "))
            try await connection.send(String(repeating: "1", count: 100))
            #expect(try await connection.readAnswer().body == "accepted\n")
            #expect(try await server.ask(Self.open(String(repeating: " ", count: 900) + "1")).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `connections beyond the limit are answered with status 503`() async throws {
        let server = TestWebhookServer()
        try await server.run { _ in
            var connections: [RawConnection] = []
            for _ in 0..<256 {
                let connection = try await server.connect()
                try await connection.send(Self.open())
                connections.append(connection)
            }
            for connection in connections { #expect(try await connection.readAnswer().body == "accepted\n") }
            for _ in 256..<300 {
                let refused = try await server.connect()
                #expect(await refused.readToEnd().hasPrefix("HTTP/1.1 503 "))
            }
            for connection in connections.prefix(2) { try await connection.close() }
            var answer = ""
            while !answer.hasPrefix("HTTP/1.1 200 ") { answer = try await server.ask(Self.open()) }
            for connection in connections.dropFirst(2) {
                try await connection.send(Self.open())
                #expect(try await connection.readAnswer().body == "accepted\n")
            }
        }
    }

    @Test func `a request in progress is answered before shutdown`() async throws {
        let server = TestWebhookServer()
        let gate = ManualTime()
        let receiver = try WebhookServer(
            port: 0, endpoints: TestWebhookServer.endpoints, time: server.time,
            logger: .init(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in
            try await gate.sleep(for: .seconds(1))
            return .new
        }
        let port = try await receiver.start()
        let group = ServiceGroup(services: [receiver], logger: .init(label: "test") { _ in SwiftLogNoOpLogHandler() })
        async let running: Void = group.run()
        let connection = try await RawConnection(port: port)
        let idle = try await RawConnection(port: port)
        try await connection.send(Self.open())
        await gate.waitForSleepers()
        await group.triggerGracefulShutdown()
        #expect(await idle.readToEnd() == "")
        gate.advance(by: .seconds(1))
        let answer = try await connection.readAnswer()
        #expect(answer.body == "accepted\n" && answer.head.contains("\r\nconnection: close"))
        try await connection.close()
        try await running
        #expect(receiver.port == nil)
    }

    @Test func `secrets and bodies are not logged`() async throws {
        let server = TestWebhookServer()
        try await server.run(take: { _ in throw TestWebhookServer.Degraded() }) { _ in
            _ = try await server.ask(try server.signed(#"{"text":"canary"}"#))
            _ = try await server.ask(try server.signed("canary"))
            _ = try await server.ask(try server.signed(#"{"text":"canary"}"#, secrets: [TestWebhookServer.next]))
        }
        let said = server.said.withLock { $0.joined(separator: "\n") }
        #expect(said.contains("authentication failed") && said.contains("could not be stored") && said.contains("body rejected"))
        #expect(!said.contains("canary") && !said.contains("v1,") && !said.contains("whsec_"))
    }

    @Test func `an address that cannot be bound is an error`() async throws {
        let server = TestWebhookServer()
        @Sendable func receiver(_ host: String, _ port: Int) throws -> WebhookServer {
            try WebhookServer(
                host: host, port: port, endpoints: [], time: server.time,
                logger: .init(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ) { _ in .new }
        }
        for (host, port) in [("example.org", 1), ("127.0.0.1", 70_000), ("", 1)] {
            let receiver = try receiver(host, port)
            await #expect(throws: WebhookServerError.badAddress(host: host, port: port)) { try await receiver.start() }
        }
        try await server.run { running in
            let port = try #require(running.port)
            let second = try receiver("127.0.0.1", port)
            await #expect(throws: WebhookServerError.portInUse(port)) { try await second.start() }
            await #expect(throws: WebhookServerError.startedBefore) { try await running.start() }
        }
    }

    @Test(arguments: [
        ([WebhookEndpoint(path: "hooks", signing: .none)], WebhookServerError.badPath("hooks")),
        ([WebhookEndpoint(path: "/a?b", signing: .none)], .badPath("/a?b")),
        ([WebhookEndpoint(path: "/ä", signing: .none)], .badPath("/ä")),
        ([WebhookEndpoint(path: "/healthz", signing: .none)], .badPath("/healthz")),
        ([WebhookEndpoint(path: "/a", signing: .none), WebhookEndpoint(path: "/a", signing: .none)], .samePathTwice("/a")),
        ([WebhookEndpoint(path: "/a", signing: .standard([]))], .badSecret(path: "/a", .none)),
    ])
    func `invalid endpoints are rejected`(endpoints: [WebhookEndpoint], error: WebhookServerError) {
        #expect(throws: error) { _ = try RouteTable(endpoints) }
    }
}
