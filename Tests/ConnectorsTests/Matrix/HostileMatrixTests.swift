import BotConfiguration
import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Synchronization
import Testing

@testable import ConnectorKit
@testable import Matrix

/// Tests a hostile server: its data is bounded, the connector continues, and the status reports the error.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct HostileMatrixTests {
    private static let sane = ScriptedMatrixServer.sync("sane", ScriptedMatrixServer.said("sane", id: "$sane"))

    /// Answers each sync after the first with the next reply, then with a valid sync, then not at all.
    private static func inTurn(_ replies: [ScriptedMatrixServer.Reply]) -> ScriptedMatrixServer.Script {
        let turn = Turn()
        return { request in
            guard request.path == "sync", request.query.contains("since=") else { return nil }
            let place = turn.next()
            return place < replies.count ? replies[place] : place == replies.count ? .ok(sane) : .never
        }
    }

    private final class Turn: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }; return count
            }
        }
    }

    private func with(
        _ script: @escaping ScriptedMatrixServer.Script, time: any TimeSource = InstantRetryClock(),
        _ body: (MatrixTestApplication, ScriptedMatrixServer) async throws -> Void
    ) async throws {
        let server = try await ScriptedMatrixServer(script)
        let application = try await MatrixTestApplication(
            server.address, as: .token(Secret("syt_canary_token")), in: [ScriptedMatrixServer.room], time: time)
        try await application.start()
        let result: Result<Void, any Error>
        do { result = .success(try await body(application, server)) } catch { result = .failure(error) }
        try await application.stop()
        try await server.stop()
        try result.get()
    }

    private static let corpus: [String] = {
        let url = Bundle.module.url(forResource: "Corpus", withExtension: nil)?.appending(path: "matrix-answers.txt")
        let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }()

    @Test func `valid events in a corpus of malformed responses are ingested once and in order`() async throws {
        #expect(Self.corpus.count > 25)
        try await with(Self.inTurn(Self.corpus.map { .ok($0) })) { application, _ in
            let events = try await application.wait(for: 9)
            #expect(try await application.texts() == (1...7).map { "good \($0)" } + ["sane"])
            #expect(events.count == 9, "one comes")
            #expect(try application.port.status.isConnected)
        }
    }

    private static let hostileReplies: [(name: String, reply: ScriptedMatrixServer.Reply)] = [
        ("an endless body", .endless("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"next_batch\":\"", "a")),
        ("endless chunks", .endless("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "4\r\n    \r\n")),
        ("endless headers", .endless("HTTP/1.1 200 OK\r\n", "x-a: b\r\n")),
        ("one endless header", .endless("HTTP/1.1 200 OK\r\nx-a: ", "b")),
        ("an endless error", .endless("HTTP/1.1 500 OK\r\n\r\n", "a")),
        ("no HTTP", .endless("", "\u{1}")),
        ("17 MiB", .ok("{\"next_batch\":\"\(String(repeating: "a", count: 17 << 20))\"}")),
        ("deep lists", .ok("{\"next_batch\":\"a\",\"x\":" + String(repeating: "[", count: 1 << 20))),
        ("deep objects", .ok("{\"next_batch\":\"a\",\"x\":" + String(repeating: "{\"a\":", count: 1 << 18))),
        ("many values", .ok("{\"next_batch\":\"a\",\"x\":[" + String(repeating: "0,", count: 4 << 20) + "0]}")),
        ("a place of 1 MB", .ok("{\"next_batch\":\"\(String(repeating: "a", count: 1 << 20))\"}")),
        (
            "names of 1 MB",
            .ok(ScriptedMatrixServer.sync("a", ScriptedMatrixServer.said("x", id: "$" + String(repeating: "a", count: 1 << 20))))
        ),
        (
            "a person of 1 MB",
            .ok(
                ScriptedMatrixServer.sync(
                    "a", ScriptedMatrixServer.said("x", id: "$a", by: "@\(String(repeating: "a", count: 1 << 20)):x")))
        ),
        ("a hang-up", .hangUp),
        ("too fast", .json(429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":7}"#)),
        ("too fast for ever", .json(429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":-9223372036854775808}"#)),
        ("an error without end", .json(503, "<html>", headers: "retry-after: x\r\n")),
    ]

    @Test(arguments: hostileReplies.indices)
    func `the connector survives hostile responses`(bomb: Int) async throws {
        try await with(Self.inTurn([Self.hostileReplies[bomb].reply])) { application, _ in
            _ = try await application.wait(for: 1)
            #expect(try await application.texts() == ["sane"], "\(Self.hostileReplies[bomb].name)")
        }
    }

    @Test func `in a room of 100 000 members only the names of authors are needed`() async throws {
        let members = (0..<100_000).map {
            #"{"type":"m.room.member","event_id":"$\#($0)","sender":"@p\#($0):x","state_key":"@p\#($0):x","content":{"membership":"join","displayname":"P \#($0)"}}"#
        }.joined(separator: ",")
        let first = ScriptedMatrixServer.sync(
            "a", ScriptedMatrixServer.said("hi", id: "$hi", by: "@p99999:x"), more: #"},"state":{"events":[\#(members)]"#)
        try await with(Self.inTurn([.ok(first)])) { application, _ in
            let events = try await application.wait(for: 2)
            guard case .message(let message) = events[0] else { throw MatrixTestApplication.Ended() }
            #expect(message.author.name == "P 99999")
        }
    }

    @Test func `a server that repeats its response is polled at a limited rate`() async throws {
        let time = ManualTime()
        let again = ScriptedMatrixServer.sync("s0", ScriptedMatrixServer.said("once", id: "$once"))
        try await with({ $0.path == "sync" && $0.query.contains("since=") ? .ok(again) : nil }, time: time) {
            application, server in
            _ = try await application.wait(for: 1)
            // The connector sleeps instead of asking again.
            while time.nextWake != time.uptime + .seconds(1) { await Task.yield() }
            #expect(server.requests.count { $0.path == "sync" } < 20)
            #expect(try await application.texts() == ["once"])
        }
    }

    @Test func `an unknown sync token restarts the sync, and missed messages are read from history`() async throws {
        let turn = Turn()
        let (one, two, three) = (
            ScriptedMatrixServer.said("one", id: "$1"), ScriptedMatrixServer.said("two", id: "$2"),
            ScriptedMatrixServer.said("three", id: "$3")
        )
        try await with({ request in
            if request.path.hasSuffix("/messages") { return .ok(#"{"chunk":[\#(two),\#(one)],"end":"q"}"#) }
            guard request.path == "sync" else { return nil }
            switch turn.next() {
            case 0: return nil
            case 1: return .ok(ScriptedMatrixServer.sync("s1", one))
            case 2: return .json(400, #"{"errcode":"M_INVALID_PARAM","error":"no such place"}"#)
            case 3: return .ok(ScriptedMatrixServer.sync("s9", three, more: #","limited":true,"prev_batch":"p""#))
            default: return .never
            }
        }) { application, server in
            _ = try await application.wait(for: 3)
            #expect(try await application.texts() == ["one", "two", "three"])
            #expect(try application.port.status.isConnected)
            let places = server.requests.filter { $0.path == "sync" }.map { $0.query.contains("since=") }
            #expect(places.prefix(4) == [false, true, true, false])
        }
    }

    @Test func `an endless gap is read up to a limit`() async throws {
        let turn = Turn()
        let script = Self.inTurn([
            .ok(
                ScriptedMatrixServer.sync(
                    "a", ScriptedMatrixServer.said("last", id: "$last"), more: #","limited":true,"prev_batch":"p""#))
        ])
        try await with({ request in
            guard request.path.hasSuffix("/messages") else { return script(request) }
            let page = turn.next()
            let events = (0..<100).map { ScriptedMatrixServer.said("\(page)", id: "$\(page)-\($0)") }.joined(separator: ",")
            return .ok(#"{"chunk":[\#(events)],"end":"p\#(page)"}"#)
        }) { application, server in
            _ = try await application.wait(for: 2002)
            #expect(server.requests.count { $0.path.hasSuffix("/messages") } == 20)
            let texts = try await application.texts()
            #expect(texts.first == "19" && texts.suffix(2) == ["last", "sane"])
        }
    }

    @Test func `an oversized response is requested again with a smaller limit`() async throws {
        let large = ScriptedMatrixServer.Reply.ok("{\"next_batch\":\"a\",\"x\":\"\(String(repeating: "a", count: 16 << 20))\"}")
        try await with(Self.inTurn([large, large])) { application, server in
            _ = try await application.wait(for: 1)
            let limits = server.requests.filter { $0.path.hasSuffix("/filter") }.compactMap { request in
                request.body.firstMatch(of: /"limit":([0-9]+)/).map { String($0.output.1) }
            }
            #expect(limits.prefix(3) == ["50", "25", "12"])
        }
    }

    @Test func `a redirect is not followed, and errors never show the token`() async throws {
        let elsewhere = try await ScriptedMatrixServer { _ in nil }
        let script = Self.inTurn([
            .json(302, "", headers: "location: \(elsewhere.address)/_matrix/client/v3/sync\r\n"),
            .json(400, #"{"errcode":"M_syt_canary_token","error":"you sent syt_canary_token\u001b[2J"}"#),
        ])
        let said = Mutex<Set<String>>([])
        try await with(script) { application, server in
            while try await application.texts().isEmpty {
                let lines = try application.port.status.lines
                said.withLock { $0.formUnion(lines) }
                await Task.yield()
            }
            #expect(server.requests.allSatisfy { !$0.path.contains("canary") && !$0.query.contains("canary") })
            #expect(server.requests.allSatisfy { $0.head.lowercased().contains("authorization: bearer syt_canary_token") })
        }
        #expect(elsewhere.requests.isEmpty)
        #expect(said.withLock { $0.allSatisfy { !$0.contains("canary") && !$0.contains("\u{1B}") } })
        try await elsewhere.stop()
    }

    @Test func `a request without a response times out, and the connector can stop meanwhile`() async throws {
        let time = ManualTime()
        try await with({ $0.path == "account/whoami" ? .never : nil }, time: time) { application, server in
            while server.requests.isEmpty { await Task.yield() }
            await time.waitForSleepers()
            time.advance(by: .seconds(31))
            while try !application.port.status.text.contains("did not answer within") { await Task.yield() }
        }
    }

    @Test(arguments: [
        (
            ScriptedMatrixServer.Reply.json(429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}"#),
            SendError.unavailable("127.0.0.1 limits the rate of requests", retryAfter: .milliseconds(1500))
        ),
        (
            .json(429, "{}", headers: "retry-after: 7\r\n"),
            .unavailable("127.0.0.1 limits the rate of requests", retryAfter: .seconds(7))
        ),
        (.json(502, "<html>"), .unavailable("127.0.0.1 responded with status 502", retryAfter: nil)),
        (.json(413, #"{"errcode":"M_TOO_LARGE","error":"too large"}"#), .refused(code: 413, "too large (M_TOO_LARGE)")),
        (
            .json(403, #"{"errcode":"M_FORBIDDEN","error":"muted"}"#),
            .unavailable("muted (M_FORBIDDEN)", retryAfter: .seconds(60))
        ),
        (.json(401, #"{"errcode":"M_UNKNOWN_TOKEN"}"#), .notConnected),
        (.ok("[]"), .ambiguous("the response is not a JSON object")),
        (.ok(#"{"event_id":7}"#), .ambiguous("the response has no valid event id")),
    ])
    func `a Matrix error maps to a delivery error`(
        reply: ScriptedMatrixServer.Reply, error: SendError
    ) async throws {
        try await with({ $0.path.contains("/send/") ? reply : nil }) { application, _ in
            try await application.waitUntilOpen()
            let channel = MatrixTestApplication.channel(ScriptedMatrixServer.room)
            let outboundRequest = OutboundRequest(
                ResolvedAction(channel: channel, request: .send("x", answering: nil, topic: 0)),
                in: Channel(id: channel, clan: 0, label: ""), idempotencyKey: "1-1-0")
            await #expect(throws: error) { try await application.port.send(outboundRequest) }
        }
    }
}
