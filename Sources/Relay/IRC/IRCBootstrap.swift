import BotConfig
import MezonModel
import NIOCore
import NIOPosix
import Transport

/// Opens the connection: TCP, and TLS with full verification where the settings ask for it.
struct IRCBootstrap: Sendable {
    typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    let group: any EventLoopGroup
    /// For TCP; what a server has to say on it is waited for elsewhere.
    var timeout: Duration = .seconds(30)

    func connect(to settings: IRCSettings) async throws -> Connection {
        let secure = try settings.policy?.connection()
        return try await ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)  // A chat message is small and somebody waits for it.
            .connectTimeout(TimeAmount(timeout))
            .connect(host: settings.host, port: settings.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(QuickAckHandler())
                    try secure?.install(in: channel, host: settings.host, port: settings.port)
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
    }
}

extension IRCSettings {
    /// The rules of its TLS; nil where there is none.
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
