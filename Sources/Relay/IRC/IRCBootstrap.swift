import BotConfig
import MezonModel
import NIOCore
import NIOPosix
import NIOSSL

/// Opens the connection: TCP, and TLS with full verification where the settings ask for it.
struct IRCBootstrap: Sendable {
    typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    let group: any EventLoopGroup
    /// For TCP; what a server has to say on it is waited for elsewhere.
    var timeout: Duration = .seconds(30)

    func connect(to settings: IRCSettings) async throws -> Connection {
        let secure = try Self.context(settings)
        return try await ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)  // A chat message is small and somebody waits for it.
            .connectTimeout(TimeAmount(timeout))
            .connect(host: settings.host, port: settings.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(QuickAckHandler())
                    if let secure { try channel.pipeline.syncOperations.addHandler(Self.handler(secure, settings)) }
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
    }

    private static func context(_ settings: IRCSettings) throws -> NIOSSLContext? {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if case .certificate(let own, _)? = settings.sasl {
            configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(own.file).map { .certificate($0) }
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: own.key, format: .pem))
        }
        switch settings.tls {
        case .off: return nil
        case .verified: break
        case .trusting(let file): configuration.trustRoots = .file(file)
        }
        return try NIOSSLContext(configuration: configuration)
    }

    private static func handler(_ secure: NIOSSLContext, _ settings: IRCSettings) throws -> NIOSSLClientHandler {
        // An address in numbers cannot be a server name; the certificate is then held against the address itself.
        let isNumeric = (try? NIOCore.SocketAddress(ipAddress: settings.host, port: settings.port)) != nil
        return try NIOSSLClientHandler(context: secure, serverHostname: isNumeric ? nil : settings.host)
    }
}
