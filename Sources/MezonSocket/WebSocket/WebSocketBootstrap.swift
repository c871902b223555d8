import MezonModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// Opens a WebSocket: TCP, TLS with full verification where the address says `wss`, HTTP upgrade.
struct WebSocketBootstrap: Sendable {
    // Larger than any event seen; a frame is held whole in memory.
    static let messageLimitInBytes = 4 << 20

    let group: any EventLoopGroup
    /// For TCP, TLS and upgrade together; the official clients wait this long.
    var timeout: Duration = .seconds(30)
    var tls: TLSConfiguration = .makeClientConfiguration()

    private enum Upgrade: Sendable {
        case open
        case refused(status: EventLoopFuture<Int>)
    }

    /// - Parameter configure: Adds the handlers that take whole messages; runs on the connection's event loop, before its first byte.
    /// - Throws: `SocketError.badAddress`, `.unreachable`, `.upgradeRefused`.
    func connect(to target: ConnectionTarget, configure: @escaping @Sendable (any NIOCore.Channel) throws -> Void) async throws
        -> any NIOCore.Channel
    {
        guard let address = WebSocketAddress(target.url) else { throw SocketError.badAddress }
        let secure = address.isSecure ? try NIOSSLContext(configuration: tls) : nil
        let timeLimit = TimeAmount(timeout)
        let bootstrap = ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)  // A chat message is small and somebody waits for it.
            .connectTimeout(timeLimit)
        let (channel, upgrade) = try await Self.reaching {
            try await bootstrap.connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let secure { try channel.pipeline.syncOperations.addHandler(Self.tlsHandler(secure, address)) }
                    return (channel, try Self.upgrade(channel, address, target, configure))
                }
            }
        }
        let timer = channel.eventLoop.scheduleTask(in: timeLimit) { channel.close(promise: nil) }
        defer { timer.cancel() }
        let outcome = try await Self.reaching {
            try await withTaskCancellationHandler {
                try await upgrade.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        }
        switch outcome {
        case .open: return channel
        case .refused(let status):
            let status = try await Self.reaching { try await status.get() }
            channel.close(promise: nil)
            throw SocketError.upgradeRefused(status: status)
        }
    }

    private static func reaching<Result>(_ operation: () async throws -> Result) async throws -> Result {
        do {
            return try await operation()
        } catch {
            try Task.checkCancellation()
            throw SocketError.unreachable(String(describing: error))
        }
    }

    private static func tlsHandler(_ secure: NIOSSLContext, _ address: WebSocketAddress) throws -> NIOSSLClientHandler {
        // An address in numbers cannot be a server name; the certificate is then held against the address itself.
        let isNumeric = (try? NIOCore.SocketAddress(ipAddress: address.host, port: address.port)) != nil
        return try NIOSSLClientHandler(context: secure, serverHostname: isNumeric ? nil : address.host)
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
        // The first events may come in the same packet as the upgrade's answer.
        configuration.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: configuration)
    }
}
