import ChatModel
package import NIOCore
import NIOSSL
import Synchronization

/// The TLS setup of one connection, which records why a handshake failed.
package final class TLSConnection: Sendable {
    private let context: NIOSSLContext
    private let fingerprints: Set<CertificateFingerprint>
    private let failure = Mutex<(any Error)?>(nil)

    init(context: NIOSSLContext, fingerprints: Set<CertificateFingerprint>) {
        self.context = context
        self.fingerprints = fingerprints
    }

    /// Adds the TLS handlers in front of all others. Call it on the channel's event loop.
    package func install(in channel: any NIOCore.Channel, host: String, port: Int) throws {
        // An IP address cannot be a server name; the certificate is then verified against the address itself.
        let isNumeric = (try? SocketAddress(ipAddress: host, port: port)) != nil
        let name = isNumeric ? nil : host
        let handler =
            fingerprints.isEmpty
            ? try NIOSSLClientHandler(context: context, serverHostname: name)
            : try NIOSSLClientHandler(context: context, serverHostname: name) { [self] in verify($0, $1) }
        try channel.pipeline.syncOperations.addHandlers([handler, TLSErrorHandler(connection: self)])
    }

    /// Returns the reason of a failure: the recorded TLS error if there is one, otherwise the error itself.
    package func reason(of error: any Error) -> any Error { failure.withLock { $0 } ?? error }

    private func verify(_ certificates: [NIOSSLCertificate], _ promise: EventLoopPromise<NIOSSLVerificationResult>) {
        guard let fingerprint = try? certificates.first.map(CertificateFingerprint.init(of:)) else {
            note(TransportError.noCertificate)
            return promise.succeed(.failed)
        }
        guard fingerprints.contains(fingerprint) else {
            note(TransportError.otherCertificate(fingerprint))
            return promise.succeed(.failed)
        }
        promise.succeed(.certificateVerified)
    }

    /// Records the first failure, which causes the others, and returns it.
    @discardableResult
    fileprivate func note(_ error: any Error) -> any Error {
        failure.withLock { failure in
            let first = failure ?? error
            failure = first
            return first
        }
    }
}

/// Replaces the library's TLS errors with the recorded reason.
private final class TLSErrorHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let connection: TLSConnection

    init(connection: TLSConnection) { self.connection = connection }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfTLS = error is NIOSSLError || error is NIOSSLExtraError
        context.fireErrorCaught(isOfTLS ? connection.note(error) : error)
    }
}
