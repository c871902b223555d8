package import AsyncHTTPClient
import Crypto
package import MezonModel
import NIOCore
import NIOSSL

/// The TLS rules of every client: version 1.2 or later, and a certificate that is either verified in full or one of those that
/// are pinned.
///
/// A pinned certificate is recognised by its fingerprint alone: neither its issuer nor its name nor its dates are asked for.
package struct TLSPolicy: Hashable, Sendable {
    package static let standard = TLSPolicy()

    /// A file of certificates to trust instead of the machine's, in PEM.
    package var trustedFile: String?
    /// The only certificates that are accepted; empty where any verified one is.
    package var fingerprints: Set<CertificateFingerprint>

    /// The certificate that we show ourselves; nil for none.
    package var ownCertificate: OwnCertificate?

    /// A client certificate with its chain, and its private key: files in PEM.
    package struct OwnCertificate: Hashable, Sendable {
        package var file: String
        package var key: String

        package init(file: String, key: String) {
            self.file = file
            self.key = key
        }
    }

    package init(trusting trustedFile: String? = nil, fingerprints: Set<CertificateFingerprint> = []) {
        self.trustedFile = trustedFile
        self.fingerprints = fingerprints
    }

    package var isPinned: Bool { !fingerprints.isEmpty }

    private var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12  // RFC 8996 forbids 1.0 and 1.1.
        if let trustedFile { configuration.trustRoots = .file(trustedFile) }
        return configuration
    }

    /// Prepares a connection that is not AsyncHTTPClient's.
    ///
    /// - Throws: what reading the trusted file or our own certificate throws.
    package func connection() throws -> TLSConnection {
        var configuration = configuration
        if let ownCertificate {
            configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(ownCertificate.file).map { .certificate($0) }
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: ownCertificate.key, format: .pem))
        }
        // The connection compares the certificate itself; the library still looks at its name otherwise.
        if isPinned { configuration.certificateVerification = .noHostnameVerification }
        return TLSConnection(context: try NIOSSLContext(configuration: configuration), fingerprints: fingerprints)
    }

    /// The configuration of an HTTP client: TLS as here, no redirects, and nothing tried twice.
    package var httpConfiguration: HTTPClient.Configuration {
        var tls = configuration
        // The library has no hook into the verification itself: the certificate is compared before a connection takes any request.
        if isPinned { tls.certificateVerification = .none }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        // A redirect would carry a token to wherever it points.
        configuration.redirectConfiguration = .disallow
        // Whoever calls decides when to try again; without this an unreachable host looks like a silent one.
        configuration.connectionPool.retryConnectionEstablishment = false
        guard isPinned else { return configuration }
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = { [self] channel in
            do {
                try check(try channel.pipeline.syncOperations.nioSSL_peerCertificate())
                return channel.eventLoop.makeSucceededVoidFuture()
            } catch {
                // The pool must learn of the failure before it learns that the connection is closed.
                channel.eventLoop.scheduleTask(in: .milliseconds(1)) { channel.close(promise: nil) }
                return channel.eventLoop.makeFailedFuture(error)
            }
        }
        return configuration
    }

    private func check(_ certificate: NIOSSLCertificate?) throws {
        guard let fingerprint = try certificate.map(CertificateFingerprint.init(of:)) else { throw TransportError.noCertificate }
        guard fingerprints.contains(fingerprint) else { throw TransportError.otherCertificate(fingerprint) }
    }
}

extension CertificateFingerprint {
    init(of certificate: NIOSSLCertificate) throws {
        guard let fingerprint = Self(bytes: Array(SHA256.hash(data: try certificate.toDERBytes()))) else {
            throw TransportError.noCertificate
        }
        self = fingerprint
    }
}
