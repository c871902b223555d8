import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import Testing

@testable import ConnectorKit
@testable import Webhooks

@Suite(.timeLimit(.minutes(5))) struct WebhookSenderTests {
    private static let secrets = [TestWebhookServer.secret, TestWebhookServer.next]
    private static let body = Array(#"{"type":"message.created"}"#.utf8)
    private static let date = "Thu, 01 Jan 2026 00:01:00 GMT"

    private static let replies: [String: TestWebhookTarget.Reply] = [
        "/ok": .answer(200, body: "thanks"), "/accepted": .answer(202), "/empty": .answer(204), "/endless": .endless(200),
        "/moved": .answer(302, headers: [("location", "/ok")]), "/forever": .answer(308, headers: [("location", "/ok")]),
        "/gone": .answer(410), "/bad": .answer(400, body: "no  such\n channel\u{1B}[31m"), "/endless-bad": .endless(400),
        "/echo": .answer(403, body: "token=canary-token&path=/echo"), "/timeout": .answer(408), "/early": .answer(425),
        "/busy": .answer(429, headers: [("retry-after", "17")]), "/busy-until": .answer(429, headers: [("retry-after", date)]),
        "/busy-forever": .answer(503, headers: [("retry-after", "99999999999")]), "/broken": .answer(500),
        "/odd": .answer(503, headers: [("retry-after", "soon")]), "/hangs-up": .hangUp, "/never": .never,
    ]

    private func withTarget(
        time: any TimeSource = SystemTime(), addresses: [String: [String]] = [:],
        _ body: (WebhookSender, TestWebhookTarget) async throws -> Void
    ) async throws {
        let target = try await TestWebhookTarget(Self.replies)
        let known = ["127.0.0.1": ["127.0.0.1"]].merging(addresses) { $1 }
        let sender = WebhookSender(
            time: time, lookUp: { host in (known[host] ?? []).compactMap { IPAddress($0) } },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let result: Result<Void, any Error>
        do { result = .success(try await body(sender, target)) } catch { result = .failure(error) }
        try await target.stop()
        try result.get()
    }

    private func target(
        _ path: String, _ server: TestWebhookTarget, host: String = "127.0.0.1", allowsPrivateNetworks: Bool = true,
        headers: [String: Secret] = [:]
    ) -> WebhookTarget {
        WebhookTarget(
            url: Secret("http://\(host):\(server.port)\(path)"), secrets: Self.secrets, headers: headers,
            reachesInside: allowsPrivateNetworks, timeout: .seconds(60))
    }

    private func error(_ sender: WebhookSender, _ target: WebhookTarget) async -> WebhookSendError? {
        do {
            try await sender.post(Self.body, id: "msg_1", to: target)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a post is signed with every secret and verified by the webhook server`() async throws {
        let time = ManualTime()
        try await withTarget(time: time) { sender, server in
            let target = target("/ok", server, headers: ["Authorization": Secret("Bearer b")])
            try await sender.post(Self.body, id: "msg_1", to: target)
            let post = try #require(server.posts.first)
            #expect((post.method, post.path, post.body) == ("POST", "/ok", Self.body))
            #expect(post.headers["content-type"] == "application/json")
            #expect(post.headers["content-length"] == "\(Self.body.count)")
            #expect(post.headers["authorization"] == "Bearer b")
            #expect(post.headers["webhook-timestamp"] == "1767225600")
            for secret in Self.secrets {
                let check = try SignatureVerifier(.standard([secret]))
                let result = check.result(
                    of: post.body, WebhookHeaders(post.headers.map { ($0.key, $0.value) }), at: time.now)
                #expect(result == .authentic(id: "msg_1"))
            }
        }
    }

    @Test(arguments: ["/ok", "/accepted", "/empty", "/endless"])
    func `any success status counts as accepted`(path: String) async throws {
        try await withTarget { sender, server in #expect(await error(sender, target(path, server)) == nil) }
    }

    @Test(arguments: [
        ("/moved", WebhookSendError.refused(status: 302, excerpt: "")), ("/forever", .refused(status: 308, excerpt: "")),
        ("/gone", .refused(status: 410, excerpt: "")), ("/bad", .refused(status: 400, excerpt: "no such channel␛[31m")),
        ("/timeout", .unavailable("the receiver responded with status 408", retryAfter: nil)),
        ("/early", .unavailable("the receiver responded with status 425", retryAfter: nil)),
        ("/busy", .unavailable("the receiver responded with status 429", retryAfter: .seconds(17))),
        ("/busy-until", .unavailable("the receiver responded with status 429", retryAfter: .seconds(60))),
        ("/busy-forever", .unavailable("the receiver responded with status 503", retryAfter: .seconds(86_400))),
        ("/broken", .unavailable("the receiver responded with status 500", retryAfter: nil)),
        ("/odd", .unavailable("the receiver responded with status 503", retryAfter: nil)),
        ("/hangs-up", .ambiguous("it closed the connection")),
    ])
    func `other statuses are distinct errors and no redirect is followed`(path: String, expected: WebhookSendError) async throws {
        try await withTarget(time: ManualTime()) { sender, server in
            #expect(await error(sender, target(path, server)) == expected)
            #expect(server.posts.map(\.path) == [path])
        }
    }

    @Test func `secrets echoed by a response are masked`() async throws {
        try await withTarget { sender, server in
            let target = target("/echo", server, headers: ["x-token": Secret("canary-token")])
            #expect(await error(sender, target) == .refused(status: 403, excerpt: "token=•••&path=/echo"))
        }
    }

    @Test(arguments: [
        ("/never", WebhookSendError.ambiguous("it did not answer within 60.0 seconds")),
        ("/endless-bad", .refused(status: 400, excerpt: "")),
    ])
    func `an endless response times out`(path: String, expected: WebhookSendError) async throws {
        let time = ManualTime()
        try await withTarget(time: time) { sender, server in
            async let outcome = error(sender, target(path, server))
            await server.waitForPost()
            await time.waitForSleepers()
            if path == "/endless-bad" { try await Self.settle(server) }
            time.advance(by: .seconds(60))
            #expect(await outcome == expected)
        }
    }

    /// Completes further exchanges on the same event loops, so that an earlier answer has arrived.
    private static func settle(_ server: TestWebhookTarget) async throws {
        for _ in 0..<3 {
            let connection = try await RawConnection(port: server.port)
            try await connection.send("POST /ok HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n")
            _ = try await connection.readAnswer()
            try await connection.close()
        }
    }

    @Test func `a refused connection counts as not sent`() async throws {
        let server = try await TestWebhookTarget([:])
        try await server.stop()
        let sender = WebhookSender(time: ManualTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        #expect(await error(sender, target("/ok", server)) == .unavailable("Connection refused", retryAfter: nil))
    }

    @Test func `a stopped sender reports whether the post was sent`() async throws {
        try await withTarget(time: ManualTime()) { sender, server in
            let outcome = await withTaskGroup(of: WebhookSendError?.self) { group in
                group.addTask { await error(sender, target("/never", server)) }
                await server.waitForPost()
                group.cancelAll()
                return await group.next() ?? nil
            }
            #expect(outcome == .ambiguous("the request was cancelled"))
        }
    }

    @Test func `private addresses are refused unless allowed, and forbidden ones always`() async throws {
        let addresses = [
            "inside.test": ["127.0.0.1"], "mixed.test": ["8.8.8.8", "10.0.0.1"], "metadata.test": ["169.254.169.254"],
            "nobody.test": [],
        ]
        try await withTarget(addresses: addresses) { sender, server in
            for (host, allowsPrivateNetworks, address) in [
                ("inside.test", false, "127.0.0.1"), ("127.0.0.1", false, "127.0.0.1"), ("mixed.test", false, "10.0.0.1"),
                ("metadata.test", true, "169.254.169.254"),
            ] {
                #expect(
                    await error(sender, target("/ok", server, host: host, allowsPrivateNetworks: allowsPrivateNetworks))
                        == .unusable("\(host) resolves to \(address), which is not a public address"))
            }
            #expect(
                await error(sender, target("/ok", server, host: "nobody.test"))
                    == .unavailable("unknown host nobody.test", retryAfter: nil))
            #expect(server.posts.isEmpty)
            #expect(await error(sender, target("/ok", server, host: "inside.test")) == nil)
            #expect(server.posts.map { $0.headers["host"] } == ["inside.test:\(server.port)"])
        }
    }

    @Test(arguments: [
        (WebhookTarget(url: Secret("ftp://a.example")), "its URL must use https or http"),
        (WebhookTarget(url: Secret("https://user:canary@a.example/")), "its URL must use https or http"),
        (WebhookTarget(url: Secret("https://a.example"), secrets: [Secret("canary")]), "\(WebhookSecretError.notStandard)"),
        (
            WebhookTarget(url: Secret("https://a.example"), headers: ["Host": Secret("canary")]),
            "the header 'host' cannot be sent"
        ),
        (
            WebhookTarget(url: Secret("https://a.example"), headers: ["x": Secret("canary\r\ny: 1")]),
            "the header 'x' cannot be sent"
        ),
    ])
    func `an unusable target is not contacted`(target: WebhookTarget, reason: String) async throws {
        try await withTarget { sender, _ in #expect(await error(sender, target) == .unusable(reason)) }
    }

    @Test(arguments: ["", "a.b", "a b", "a\nb", String(repeating: "a", count: 257), "é"])
    func `an ambiguous webhook id is not sent`(id: String) async throws {
        try await withTarget { sender, server in
            do throws(WebhookSendError) {
                try await sender.post(Self.body, id: id, to: target("/ok", server))
                #expect(Bool(false), "sent")
            } catch {
                guard case .unusable = error else { return #expect(Bool(false), "\(error)") }
            }
            #expect(server.posts.isEmpty)
        }
    }

    @Test func `an unsigned post has no signature header`() async throws {
        try await withTarget { sender, server in
            var target = target(
                "/ok", server, headers: ["webhook-signature": Secret("mine"), "content-type": Secret("text/plain")])
            target.secrets = []
            #expect(await error(sender, target) == nil)
            let headers = try #require(server.posts.first?.headers)
            #expect(headers["webhook-signature"] == nil && headers["webhook-id"] == "msg_1")
            #expect(headers["content-type"] == "text/plain")
        }
    }
}
