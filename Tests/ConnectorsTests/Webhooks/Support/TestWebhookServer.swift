import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import Logging
import Synchronization

@testable import ConnectorKit
@testable import Webhooks

/// A webhook server on the loopback interface with its own clock, and the requests that it accepted.
final class TestWebhookServer: Sendable {
    struct Degraded: Error {}

    static let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    static let next = Secret("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    static let endpoints = [
        WebhookEndpoint(path: "/hooks/ci", signing: .standard([secret]), maxBytes: 1000),
        WebhookEndpoint(path: "/open", signing: .none, maxBytes: 1000, maxPerMinute: 100_000),
        WebhookEndpoint(path: "/slow-door", signing: .none, maxPerMinute: 2),
    ]

    let time = ManualTime()
    let taken = Mutex<[InboundWebhook]>([])
    let said = Mutex<[String]>([])
    private let port = Mutex(0)

    func connect() async throws -> RawConnection { try await RawConnection(port: port.withLock { $0 }) }

    /// Sends bytes over a new connection and returns the complete response.
    func ask(_ text: String) async throws -> String {
        let connection = try await connect()
        // A connection refused early may be closed before everything is written.
        try? await connection.send(text)
        try? await connection.endSending()
        return await connection.readToEnd()
    }

    func run(
        endpoints: [WebhookEndpoint] = endpoints, limits: WebhookServerLimits = WebhookServerLimits(),
        take: (@Sendable (InboundWebhook) async throws -> InboundWebhook.AcceptResult)? = nil,
        _ body: @Sendable (WebhookServer) async throws -> Void
    ) async throws {
        let logger = Logger(label: "test") { [self] _ in Listener(owner: self) }
        let receiver = try WebhookServer(port: 0, endpoints: endpoints, limits: limits, time: time, logger: logger) {
            [self] call in
            let isKnown = taken.withLock { calls in
                defer { calls.append(call) }
                return call.id != nil && calls.contains { $0.id == call.id }
            }
            return try await take?(call) ?? (isKnown ? .known : .new)
        }
        let number = try await receiver.start()
        port.withLock { $0 = number }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await receiver.run() }
            let result: Result<Void, any Error>
            do { result = .success(try await body(receiver)) } catch { result = .failure(error) }
            group.cancelAll()
            try await group.waitForAll()
            try result.get()
        }
    }

    /// Returns a signed request.
    func signed(
        _ body: String = #"{"text":"hi"}"#, id: String = "msg_1", secrets: [Secret] = [secret], late: Double = 0,
        path: String = "/hooks/ci", further: String = ""
    ) throws -> String {
        let timestamp = "\(Int64(time.now.timeIntervalSince1970 - late))"
        let keys = try secrets.map { try WebhookSigningKey(standard: $0) }
        let signature = StandardWebhooksSignature.text(keys, id: id, timestamp: timestamp, body: Array(body.utf8))
        return "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nwebhook-id: \(id)\r\n"
            + "webhook-timestamp: \(timestamp)\r\nwebhook-signature: \(signature)\r\n\(further)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private struct Listener: LogHandler {
        let owner: TestWebhookServer
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(owner: TestWebhookServer) { self.owner = owner }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            owner.said.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}
