import BotConfiguration
import ChatModel
import NIOCore
import NIOPosix
import Transport

/// Opens a connection: TCP, and TLS with full verification if the settings ask for it.
struct IRCBootstrap: Sendable {
    typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    let group: any EventLoopGroup
    /// The limit for opening the TCP connection; `IRCSession` has its own limits for the server's answers.
    var timeout: Duration = .seconds(30)

    func connect(to settings: IRCSettings) async throws -> Connection {
        let tlsConnection = try settings.policy?.connection()
        return try await ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)  // Chat messages are small, so they must not wait for more data.
            .connectTimeout(TimeAmount(timeout))
            .connect(host: settings.host, port: settings.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(QuickAckHandler())
                    try tlsConnection?.install(in: channel, host: settings.host, port: settings.port)
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
    }
}

extension IRCSettings {
    /// The TLS policy of the settings; nil if TLS is off.
    fileprivate var policy: TLSPolicy? {
        var policy = TLSPolicy(fingerprints: fingerprints)
        if case .certificate(let own, _)? = sasl {
            policy.ownCertificate = TLSPolicy.OwnCertificate(file: own.file, key: own.key)
        }
        switch tls {
        case .off: return nil
        case .verified: break
        case .trusting(let file): policy.trustedFile = file
        }
        return policy
    }
}
