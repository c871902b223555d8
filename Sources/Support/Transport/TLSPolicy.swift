package import AsyncHTTPClient
package import ChatModel
import Crypto
import NIOCore
import NIOSSL

/// The TLS policy of every client: version 1.2 or later, and a certificate that is either fully verified or pinned.
///
/// A pinned certificate is recognized by its fingerprint alone: its issuer, name and dates are not checked.
package struct TLSPolicy: Hashable, Sendable {
    package static let standard = TLSPolicy()

    /// A PEM file of certificates to trust instead of the system's.
    package var trustedFile: String?
    /// The only accepted certificates; empty to accept any verified one.
    package var fingerprints: Set<CertificateFingerprint>

    /// The client certificate; nil for none.
    package var ownCertificate: OwnCertificate?

    /// A client certificate with its chain, and its private key, as PEM files.
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

    /// Prepares a connection outside of AsyncHTTPClient.
    ///
    /// - Throws: An error if the trusted file or the client certificate cannot be read.
    package func connection() throws -> TLSConnection {
        var configuration = configuration
        if let ownCertificate {
            configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(ownCertificate.file).map { .certificate($0) }
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: ownCertificate.key, format: .pem))
        }
        // The connection compares the certificate itself; otherwise the library would still check the host name.
        if isPinned { configuration.certificateVerification = .noHostnameVerification }
        return TLSConnection(context: try NIOSSLContext(configuration: configuration), fingerprints: fingerprints)
    }

    /// The configuration of an HTTP client: TLS according to this policy, no redirects and no retries.
    package var httpConfiguration: HTTPClient.Configuration {
        var tls = configuration
        // The library has no hook in the verification itself, so the certificate is compared before a connection is used.
        if isPinned { tls.certificateVerification = .none }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        // A redirect would send the token to another host.
        configuration.redirectConfiguration = .disallow
        // Callers decide about retries. If the library retried, an unreachable host would look like one that does not respond.
        configuration.connectionPool.retryConnectionEstablishment = false
        guard isPinned else { return configuration }
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = { [self] channel in
            do {
                try check(try channel.pipeline.syncOperations.nioSSL_peerCertificate())
                return channel.eventLoop.makeSucceededVoidFuture()
            } catch {
                // The pool must learn of the failure before the connection closes.
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
