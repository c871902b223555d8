import BotConfiguration
import BotTesting
import ChatModel
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MezonBotApp
import Synchronization
import Testing

@testable import Console

struct MetricsEndpointTests {
    private static let token = "0123456789abcdef"

    private static func settings(
        listen host: String = "127.0.0.1", isPublished: Bool = false, token: String? = nil
    ) throws -> ConsoleSettings {
        var settings = ConsoleSettings()
        settings.listen.host = host
        if isPublished { settings.published = .init(origin: try #require(WebOrigin("https://bots.example.org")), path: "") }
        settings.metricsToken = token.map { Secret($0) }
        return settings
    }

    @Test func `on this machine the metrics need neither a session nor a token`() async throws {
        let console = try await ConsoleHarness()
        let response = try await console.send(.get, "/metrics")
        #expect(response.status == .ok && response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let text = try await response.text()
        #expect(text.contains("mezon_bot_connected 1\n") && text.contains(#"mezon_bot_build_info{version="1.2.3"} 1"#))
        #expect(text.contains(#"mezon_bot_rule_hits_total{rule="greeting",mode="enforce"} 0"#))
        #expect(try await console.send(.get, "/metrics", host: "evil.example").status == .forbidden)
        #expect(try await console.send(.post, "/metrics").status == .notFound)
    }

    @Test(arguments: [("0.0.0.0", false), ("127.0.0.1", true)])
    func `without a token others get no metrics`(listen: String, isPublished: Bool) async throws {
        let console = try await ConsoleHarness(settings: Self.settings(listen: listen, isPublished: isPublished))
        let host = isPublished ? "bots.example.org" : "\(listen):7350"
        #expect(try await console.send(.get, "/metrics", host: host).status == .forbidden)
        #expect(console.collections.withLock { $0 } == 0)
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "Bearer 0123456789abcde", "Bearer 0123456789abcdef0", "Basic 0123456789abcdef",
        "0123456789abcdef",
    ])
    func `a missing or wrong token is refused`(authorization: String?) async throws {
        let console = try await ConsoleHarness(settings: Self.settings(token: Self.token))
        let response = try await console.send(.get, "/metrics", authorization: authorization)
        #expect(response.status == .unauthorized && response.headers[.wwwAuthenticate] == "Bearer")
        #expect(try await !response.text().contains(Self.token))
    }

    @Test func `the token opens the metrics under any name of the machine, and nothing else`() async throws {
        let console = try await ConsoleHarness(settings: Self.settings(listen: "0.0.0.0", token: Self.token))
        for authorization in ["Bearer \(Self.token)", "bearer \(Self.token)"] {
            let response = try await console.send(.get, "/metrics", host: "bot.internal:7350", authorization: authorization)
            #expect(response.status == .ok)
        }
        #expect(
            try await console.send(.get, "/", host: "bot.internal:7350", authorization: "Bearer \(Self.token)").status
                == .forbidden)
    }

    @Test func `the metrics are collected once a second at most`() async throws {
        let console = try await ConsoleHarness()
        for _ in 0..<3 { _ = try await console.send(.get, "/metrics") }
        #expect(console.collections.withLock { $0 } == 1)
        console.time.advance(by: .seconds(1))
        _ = try await console.send(.get, "/metrics")
        #expect(console.collections.withLock { $0 } == 2)
    }
}
