import ChatModel
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Testing

/// A server on the loopback interface that accepts certain TLS versions and answers every HTTP request with status 500.
final class TLSTestServer: Sendable {
    let port: Int
    private let listener: any NIOCore.Channel

    init(_ versions: (first: TLSVersion, last: TLSVersion)) async throws {
        let chain = try NIOSSLCertificate.fromPEMFile(Self.certificate).map { NIOSSLCertificateSource.certificate($0) }
        let key = try NIOSSLPrivateKey(file: Self.file("key"), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = versions.first
        configuration.maximumTLSVersion = versions.last
        let context = try NIOSSLContext(configuration: configuration)
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Answerer())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
    }

    func stop() async throws { try await listener.close() }

    static var certificate: String { get throws { try file("crt") } }

    /// The fingerprint of its certificate.
    static var fingerprint: CertificateFingerprint {
        get throws {
            let der = try #require(try NIOSSLCertificate.fromPEMFile(certificate).first).toDERBytes()
            return try #require(CertificateFingerprint(bytes: Array(SHA256.hash(data: der))))
        }
    }

    private static func file(_ ending: String) throws -> String {
        try #require(Bundle.module.url(forResource: "Corpus/tls/only-for-tests", withExtension: ending)).path
    }

    private final class Answerer: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = Self.unwrapInboundIn(data) else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .internalServerError, headers: ["Content-Length": "0"])
            context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
