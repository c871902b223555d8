import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import Synchronization
import Testing

@testable import MezonClient

@Suite(.timeLimit(.minutes(15))) struct WebFetcherTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static let big = Array(repeating: UInt8(ascii: "a"), count: 2000)

    private static let pages: [String: WebServer.Page] = [
        "/": .init(
            headers: [("Content-Type", "text/plain"), ("Set-Cookie", "a=b"), ("X-A", "1"), ("X-A", "2")], body: Array("hi".utf8)),
        "/q?a=b%20c&d": .init(status: 404),
        "/moved": .init(status: 302, headers: [("location", "/")]),
        "/big": .init(body: big), "/endless": .init(body: big, hasLength: false, isWhole: false),
        "/slow": .init(body: [1], hasLength: false, isWhole: false),
        "/heads": .init(headers: (0..<100).map { ("x-\($0)", "1") }),
        "/longhead": .init(headers: [("x", String(repeating: "a", count: 20_000))]),
    ]

    private func withServer(
        most: Int = 1000, time: any TimeSource = SystemTime(), addresses: [String: [String]] = [:],
        _ body: (WebFetcher, WebServer) async throws -> Void
    ) async throws {
        let server = try await WebServer(Self.pages)
        var reach = HTTPAccessPolicy()
        reach.maxBytes = most
        // With the system clock no request may time out, even on a busy machine.
        if time is SystemTime { reach.timeout = .seconds(60) }
        for host in ["127.0.0.1", "inside.test", "rebound.test", "metadata.test"] {
            reach.allowedPrivate.insert(try #require(WebOrigin(isSecure: false, host: host, port: server.port)))
        }
        for host in ["outside.test", "mixed.test", "nobody.test"] {
            reach.allowed.insert(try #require(WebOrigin(isSecure: false, host: host, port: server.port)))
        }
        let known = ["127.0.0.1": ["127.0.0.1"], "inside.test": ["127.0.0.1"]].merging(addresses) { $1 }
        let fetcher = WebFetcher(["bot": reach, "other": HTTPAccessPolicy()], time: time, logger: Self.logger) { host in
            (known[host] ?? []).compactMap { IPAddress($0) }
        }
        do {
            try await body(fetcher, server)
        } catch {
            try await server.stop()
            throw error
        }
        try await server.stop()
    }

    private func get(
        _ path: String, host: String = "127.0.0.1", bot: String = "bot", headers: [String: String] = [:],
        _ fetcher: WebFetcher, _ server: WebServer
    ) async throws -> HTTPOutcome {
        try await fetcher.outcome(of: HTTPReadRequest(bot: bot, url: "http://\(host):\(server.port)\(path)", headers: headers))
    }

    @Test func `an allowed address is read with the bot's headers and no others`() async throws {
        try await withServer { fetcher, server in
            let outcome = try await get("/", headers: ["X-Key": "secret"], fetcher, server)
            var told = ["content-type": "text/plain", "x-a": "1, 2", "content-length": "2"]
            #expect(outcome == .response(HTTPResponse("hi", headers: told)))
            told = server.asks.first?.headers ?? [:]
            #expect(server.asks.map(\.method) == ["GET"])
            #expect(told["x-key"] == "secret")
            #expect(told["host"] == "127.0.0.1:\(server.port)")
            #expect(told["cookie"] == nil)
        }
    }

    @Test func `any status is a response, and redirects are not followed`() async throws {
        try await withServer { fetcher, server in
            guard case .response(let missing) = try await get("/q?a=b%20c&d#part", fetcher, server),
                case .response(let moved) = try await get("/moved", fetcher, server)
            else { return #expect(Bool(false), "no answer") }
            #expect(missing.status == 404)
            #expect(moved.status == 302 && moved.headers["location"] == "/")
            #expect(server.asks.map(\.target) == ["/q?a=b%20c&d", "/moved"])
        }
    }

    @Test func `a request is sent to the checked address with the original host name`() async throws {
        let lookups = Mutex(0)
        try await withServer { _, server in
            var reach = HTTPAccessPolicy()
            reach.allowedPrivate = [try #require(WebOrigin(isSecure: false, host: "rebound.test", port: server.port))]
            reach.timeout = .seconds(60)
            // A resolver with a different second answer.
            let fetcher = WebFetcher(["bot": reach], time: SystemTime(), logger: Self.logger) { _ in
                let times = lookups.withLock { count in
                    count += 1
                    return count
                }
                return [IPAddress(times == 1 ? "127.0.0.1" : "127.0.0.2")].compactMap(\.self)
            }
            guard case .response(let answer) = try await get("/", host: "rebound.test", fetcher, server) else {
                return #expect(Bool(false), "no answer")
            }
            #expect(answer.text == "hi")
            #expect(lookups.withLock { $0 } == 1)
            #expect(server.asks.map { $0.headers["host"] } == ["rebound.test:\(server.port)"])
        }
    }

    @Test func `a host with any private address is not contacted`() async throws {
        let addresses = [
            "outside.test": ["127.0.0.1"], "mixed.test": ["8.8.8.8", "10.0.0.1"], "metadata.test": ["169.254.169.254"],
        ]
        try await withServer(addresses: addresses) { fetcher, server in
            for (host, address) in [
                ("outside.test", "127.0.0.1"), ("mixed.test", "10.0.0.1"), ("metadata.test", "169.254.169.254"),
            ] {
                let outcome = try await get("/", host: host, fetcher, server)
                #expect(outcome == .failure(.insideAddress(host: host, address: address)))
            }
            #expect(try await get("/", host: "nobody.test", fetcher, server) == .failure(.unknownHost("nobody.test")))
            #expect(server.asks == [])
        }
    }

    @Test func `an address that is not allowed is not read`() async throws {
        try await withServer { fetcher, server in
            let port = server.port
            for (bot, host) in [("bot", "localhost"), ("other", "127.0.0.1"), ("nobody", "127.0.0.1"), ("bot", "127.0.0.2")] {
                let outcome = try await get("/", host: host, bot: bot, fetcher, server)
                #expect(outcome == .failure(.notAllowed("http://\(host):\(port)")))
            }
            let other = try await fetcher.outcome(of: HTTPReadRequest(bot: "bot", url: "https://127.0.0.1:\(port)/"))
            #expect(other == .failure(.notAllowed("https://127.0.0.1:\(port)")))
            #expect(server.asks == [])
        }
    }

    @Test(arguments: [
        "", "nonsense", "ftp://127.0.0.1/", "file:///etc/passwd", "http://a:b@127.0.0.1/", "http://a@127.0.0.1/", "http:///x",
        "//127.0.0.1/", "http://2130706433/", "http://0x7f000001/", "http://127.1/", "http://[::1", "http://127.0.0.1:99999/",
        "http://127.0.0.1\\@example.org/", "http://127.0.0.1 /", "http://127.0.0.1/\r\nX: y", "http://exämple.org/",
        "http://127.0.0.1:80:80/", "http://127.0.0.1/" + String(repeating: "a", count: 5000), "javascript:alert(1)",
    ])
    func `a malformed address is rejected`(url: String) async throws {
        let fetcher = WebFetcher(["bot": HTTPAccessPolicy()], time: SystemTime(), logger: Self.logger)
        #expect(
            try await fetcher.outcome(of: HTTPReadRequest(bot: "bot", url: url)) == .failure(.badURL(String(url.prefix(200)))))
    }

    @Test(arguments: [
        ["Host": "example.org"], ["Content-Length": "5"], ["Cookie": "a=b"], ["X\r\nY": "1"], ["X": "1\r\nY: 2"], ["": "1"],
        ["X": String(repeating: "a", count: 5000)], ["Transfer-Encoding": "chunked"], ["X Y": "1"], ["X": "ä"],
    ])
    func `a header that would alter the request is rejected`(headers: [String: String]) async throws {
        try await withServer { fetcher, server in
            guard case .failure(.badHeader) = try await get("/", headers: headers, fetcher, server) else {
                return #expect(Bool(false), "it was sent")
            }
            #expect(server.asks == [])
        }
    }

    @Test(arguments: [
        ("/big", HTTPError.tooLarge(limitInBytes: 1000)), ("/endless", .tooLarge(limitInBytes: 1000)),
        ("/heads", .tooManyHeaders(limit: 64)), ("/longhead", .tooManyHeaders(limit: 64)),
    ])
    func `an oversized response is not read completely`(path: String, failure: HTTPError) async throws {
        try await withServer { fetcher, server in
            let outcome = try await get(path, fetcher, server)
            #expect(outcome == .failure(failure))
        }
    }

    @Test(arguments: ["/silent", "/slow"])
    func `a response that does not end in time is given up`(path: String) async throws {
        let time = ManualTime()
        try await withServer(time: time) { fetcher, server in
            async let outcome = get(path, fetcher, server)
            await time.waitForSleepers()
            time.advance(by: .seconds(5))
            let ended = try await outcome
            #expect(ended == .failure(.timedOut(after: .seconds(5))))
        }
    }

    @Test func `a bot's fifth concurrent request waits within its own timeout`() async throws {
        let time = ManualTime()
        try await withServer(time: time) { fetcher, server in
            let port = server.port
            try await withThrowingTaskGroup(of: HTTPOutcome.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        try await fetcher.outcome(of: HTTPReadRequest(bot: "bot", url: "http://127.0.0.1:\(port)/silent"))
                    }
                }
                await time.waitForSleepers(6)
                time.advance(by: .seconds(5))
                for try await outcome in group { #expect(outcome == .failure(.timedOut(after: .seconds(5)))) }
            }
            #expect(server.asks.count <= 4)
        }
    }

    @Test func `requests of one clan that never end do not make another clan's wait`() async throws {
        let time = ManualTime()
        try await withServer(time: time) { fetcher, server in
            let port = server.port
            func ask(_ path: String, in clan: ClanID) async throws -> HTTPOutcome {
                try await fetcher.outcome(of: HTTPReadRequest(bot: "bot", in: clan, url: "http://127.0.0.1:\(port)\(path)"))
            }
            try await withThrowingTaskGroup(of: HTTPOutcome.self) { group in
                for _ in 0..<8 { group.addTask { try await ask("/silent", in: 1) } }
                await time.waitForSleepers(8)
                guard case .response(let answer) = try await ask("/", in: 3) else {
                    return #expect(Bool(false), "no answer")
                }
                #expect(answer.text == "hi")
                time.advance(by: .seconds(5))
                for try await outcome in group { #expect(outcome == .failure(.timedOut(after: .seconds(5)))) }
            }
        }
    }

    @Test func `a stopped server is unreachable`() async throws {
        try await withServer { fetcher, server in
            try await server.stop()
            guard case .failure(.unreachable) = try await get("/", fetcher, server) else {
                return #expect(Bool(false), "somebody answered")
            }
        }
    }

    @Test func `the system resolver resolves the local host`() async throws {
        let addresses = try await HostResolver.addresses(of: "localhost")
        #expect(addresses.contains { $0.scope == .privateNetwork })
        #expect(try await HostResolver.addresses(of: "192.0.2.7") == [try #require(IPAddress("192.0.2.7"))])
        #expect(try await HostResolver.addresses(of: "no-such-name.invalid") == [])
    }
}
