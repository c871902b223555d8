import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import NIOPosix
import NIOSSL
import Testing
import Transport

@testable import ConnectorKit
@testable import IRC
@testable import Matrix
@testable import MezonClient
@testable import Webhooks

/// Tests every client of the process against a server that offers only certain TLS versions.
@Suite(.timeLimit(.minutes(5))) struct ClientTLSTests {
    enum Client: String, CaseIterable, Sendable {
        case gateway, socket, upload, web, media, webhook, matrix, irc

        /// A Boolean value that indicates whether certificates can be pinned for this client.
        var isPinnable: Bool { [.gateway, .socket, .matrix, .irc].contains(self) }
    }

    private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let tooOld = "it offers only TLS versions before 1.2, which are insecure"

    @Test(arguments: Client.allCases, [TLSVersion.tlsv1, .tlsv11])
    func `a server that offers only TLS before 1.2 is rejected by name`(client: Client, version: TLSVersion) async throws {
        let server = try await TLSTestServer((.tlsv1, version))
        let said = try await Self.call(client, server, pins: client.isPinnable ? [TLSTestServer.fingerprint] : [])
        try await server.stop()
        #expect(said.contains(Self.tooOld), "\(said)")
        Self.expectPlain(said)
    }

    @Test(arguments: Client.allCases, [TLSVersion.tlsv12, .tlsv13])
    func `a server with TLS 1.2 or later is used when its certificate is pinned, and otherwise not trusted`(
        client: Client, version: TLSVersion
    ) async throws {
        let server = try await TLSTestServer((version, version))
        let said = try await Self.call(client, server, pins: client.isPinnable ? [TLSTestServer.fingerprint] : [])
        try await server.stop()
        #expect(said.contains(client.isPinnable ? "spoken to" : "its certificate is not trusted"), "\(said)")
        Self.expectPlain(said)
    }

    @Test(arguments: Client.allCases.filter(\.isPinnable))
    func `a server with an unpinned certificate is rejected with its fingerprint`(
        client: Client
    ) async throws {
        let server = try await TLSTestServer((.tlsv12, .tlsv13))
        let other = try #require(CertificateFingerprint(bytes: [UInt8](repeating: 7, count: 32)))
        let said = try await Self.call(client, server, pins: [other])
        try await server.stop()
        #expect(said.contains("fingerprint \(try TLSTestServer.fingerprint), which is not configured"), "\(said)")
        Self.expectPlain(said)
    }

    /// Expects no library error text and no build path.
    private static func expectPlain(_ said: String) {
        for sign in ["NIO", "SSL", "error:", "Error(", ".swift", "/work", "BoringSSL", "Optional("] {
            #expect(!said.contains(sign), "\(said)")
        }
    }

    /// Makes one call and returns the error, or `spoken to` if the TLS handshake succeeded.
    private static func call(_ client: Client, _ server: TLSTestServer, pins: Set<CertificateFingerprint>) async throws -> String
    {
        let tls = TLSPolicy(fingerprints: pins)
        let address = "127.0.0.1:\(server.port)"
        let local: HostResolver.Lookup = { _ in [IPAddress("127.0.0.1")].compactMap(\.self) }
        let origin = try #require(WebOrigin("https://\(address)"))
        switch client {
        case .gateway:
            let session = SessionClient(
                endpoint: try #require(GatewayEndpoint("https://\(address)")),
                credentials: Credentials(appID: "1", token: Secret("t")),
                tls: tls, time: SystemTime(), logger: log)
            let said = await words { _ = try await session.sessions.session() }
            try await session.shutdown()
            return said == "\(SessionError.unavailable(status: 500))" ? "spoken to" : said
        case .socket:
            let bootstrap = WebSocketBootstrap(group: MultiThreadedEventLoopGroup.singleton, timeout: .seconds(30), tls: tls)
            let target = ConnectionTarget(url: "wss://\(address)", token: Secret("t"), userID: 1)
            let said = await words { _ = try await bootstrap.connect(to: target) { _ in } }
            return said == "\(SocketError.upgradeRefused(status: 500))" ? "spoken to" : said
        case .upload:
            let uploader = BoundedHTTPClient(tls: tls, time: SystemTime(), timeout: .seconds(30))
            let said = await words {
                _ = try await uploader.response(
                    to: SessionHTTPRequest(url: "https://\(address)/", headers: [:], body: [1], method: "PUT"))
            }
            try await uploader.close()
            return said
        case .web:
            var access = HTTPAccessPolicy()
            access.allowedPrivate = [origin]
            access.timeout = .seconds(30)
            let fetcher = WebFetcher(["bot": access], time: SystemTime(), logger: log, lookUp: local)
            guard
                case .failure(let failure) = try await fetcher.outcome(
                    of: HTTPReadRequest(bot: "bot", url: "https://\(address)/"))
            else {
                return "spoken to"
            }
            return "\(failure)"
        case .media:
            let source = WebFileSource(allowedPrivate: [origin], time: SystemTime(), lookUp: local)
            return await words { _ = try await source.fetch("https://\(address)/a.png", maxBytes: 1000) }
        case .webhook:
            let sender = WebhookSender(time: SystemTime(), lookUp: local, logger: log)
            let target = WebhookTarget(url: Secret("https://\(address)/"), reachesInside: true, timeout: .seconds(30))
            return await words { try await sender.post([1], id: "msg_1", to: target) }
        case .matrix:
            let http = MatrixHTTPClient(origin, tls: tls, time: SystemTime())
            let said = await words { _ = try await http.response(to: MatrixRequest("GET", ["sync"]), token: nil) }
            try await http.close()
            return said.contains("responded with") ? "spoken to" : said
        case .irc:
            let settings = try settings(server.port, pins)
            let listener = IRCListener(settings, time: ManualTime())
            defer { Task { await listener.stop() } }
            while true {
                switch listener.client.status.phase {
                case .waiting(let reason, _):
                    // The answer is HTTP, which the IRC client cannot use.
                    return reason.contains("TLS") || reason.contains("certificate") ? reason : "spoken to"
                default: await Task.yield()
                }
            }
        }
    }

    private static func settings(_ port: Int, _ pins: Set<CertificateFingerprint>) throws -> IRCSettings {
        var settings = IRCSettings(
            host: "127.0.0.1", port: port, nick: "an", channels: [IRCSettings.RemoteChannel("#lobby")],
            pace: IRCSettings.RateLimit(burst: 1, every: .zero))
        settings.fingerprints = pins
        return settings
    }

    private static func words(_ call: () async throws -> Void) async -> String {
        do {
            try await call()
            return "spoken to"
        } catch {
            return "\(error)"
        }
    }
}
