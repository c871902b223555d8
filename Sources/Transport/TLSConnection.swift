import MezonModel
package import NIOCore
import NIOSSL
import Synchronization

/// The TLS of one connection to be opened, which remembers why it did not come about.
package final class TLSConnection: Sendable {
    private let context: NIOSSLContext
    private let fingerprints: Set<CertificateFingerprint>
    private let failure = Mutex<(any Error)?>(nil)

    init(context: NIOSSLContext, fingerprints: Set<CertificateFingerprint>) {
        self.context = context
        self.fingerprints = fingerprints
    }

    /// Adds the handlers that stand in front of all others. To be called on the channel's event loop.
    package func install(in channel: any NIOCore.Channel, host: String, port: Int) throws {
        // An address in numbers cannot be a server name; the certificate is then held against the address itself.
        let isNumeric = (try? SocketAddress(ipAddress: host, port: port)) != nil
        let name = isNumeric ? nil : host
        let handler =
            fingerprints.isEmpty
            ? try NIOSSLClientHandler(context: context, serverHostname: name)
            : try NIOSSLClientHandler(context: context, serverHostname: name) { [self] in verify($0, $1) }
        try channel.pipeline.syncOperations.addHandlers([handler, TLSErrorHandler(connection: self)])
    }

    /// The reason of a failure: what TLS said where it failed, and otherwise what is known.
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

    /// Keeps the first failure, which is the cause of the others, and returns it.
    @discardableResult
    fileprivate func note(_ error: any Error) -> any Error {
        failure.withLock { failure in
            let first = failure ?? error
            failure = first
            return first
        }
    }
}

/// Passes on why TLS failed in place of what the library says of it.
private final class TLSErrorHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let connection: TLSConnection

    init(connection: TLSConnection) { self.connection = connection }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfTLS = error is NIOSSLError || error is NIOSSLExtraError
        context.fireErrorCaught(isOfTLS ? connection.note(error) : error)
    }
}
