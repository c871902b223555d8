import ChatModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Transport

/// Opens a WebSocket: TCP, TLS for `wss`, HTTP upgrade.
struct WebSocketBootstrap: Sendable {
    // Larger than any event observed; a frame is held in memory as a whole.
    static let messageLimitInBytes = 4 << 20

    let group: any EventLoopGroup
    /// The time limit for TCP, TLS and upgrade together; the official clients use the same.
    var timeout: Duration = .seconds(30)
    var tls = TLSPolicy.standard

    private enum Upgrade: Sendable {
        case open
        case refused(status: EventLoopFuture<Int>)
    }

    /// Opens a connection.
    ///
    /// - Parameter configure: Adds the handlers for complete messages; runs on the connection's event loop, before the first byte.
    /// - Throws: `SocketError.badAddress`, `.unreachable`, `.untrusted`, `.upgradeRefused`.
    func connect(to target: ConnectionTarget, configure: @escaping @Sendable (any NIOCore.Channel) throws -> Void) async throws
        -> any NIOCore.Channel
    {
        guard let address = WebSocketAddress(target.url) else { throw SocketError.badAddress }
        let secure = try address.isSecure ? connection() : nil
        let timeLimit = TimeAmount(timeout)
        let bootstrap = ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)  // Chat messages are small, so they must not wait for more data.
            .connectTimeout(timeLimit)
        let (channel, upgrade) = try await Self.mappingErrors(secure) {
            try await bootstrap.connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ConnectionReset())
                    try secure?.install(in: channel, host: address.host, port: address.port)
                    return (channel, try Self.upgrade(channel, address, target, configure))
                }
            }
        }
        let timer = channel.eventLoop.scheduleTask(in: timeLimit) { channel.close(promise: nil) }
        defer { timer.cancel() }
        let outcome = try await Self.mappingErrors(secure) {
            try await withTaskCancellationHandler {
                try await upgrade.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        }
        switch outcome {
        case .open: return channel
        case .refused(let status):
            let status = try await Self.mappingErrors(secure) { try await status.get() }
            channel.close(promise: nil)
            throw SocketError.upgradeRefused(status: status)
        }
    }

    private static func mappingErrors<Result>(
        _ secure: TLSConnection?, _ operation: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await operation()
        } catch {
            try Task.checkCancellation()
            throw failure(secure?.reason(of: error) ?? error)
        }
    }

    private func connection() throws -> TLSConnection {
        do {
            return try tls.connection()
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: any Error) -> SocketError {
        let words = ConnectionErrorDescription.description(for: error)
        return ConnectionErrorDescription.isAboutTrust(error) ? .untrusted(words) : .unreachable(words)
    }

    private static func upgrade(
        _ channel: any NIOCore.Channel, _ address: WebSocketAddress, _ target: ConnectionTarget,
        _ configure: @escaping @Sendable (any NIOCore.Channel) throws -> Void
    ) throws -> EventLoopFuture<Upgrade> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
            maxFrameSize: messageLimitInBytes, enableAutomaticErrorHandling: false
        ) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(WebSocketHandler(limitInBytes: messageLimitInBytes))
                try configure(channel)
                return .open
            }
        }
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: address.uri(token: target.token), headers: ["Host": address.hostHeader])
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                upgradeRequestHead: head, upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in
                    let refusal = UpgradeRejectionHandler(channel.eventLoop.makePromise(of: Int.self))
                    let status = refusal.status.futureResult
                    return channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(refusal)
                        return .refused(status: status)
                    }
                }))
        // The first events may arrive in the same packet as the response to the upgrade.
        configuration.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: configuration)
    }
}
