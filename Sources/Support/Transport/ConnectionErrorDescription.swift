import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Describes in readable words why a connection failed. The text contains neither the address, which may contain secrets, nor a library's
/// own wording.
package enum ConnectionErrorDescription {
    package static func description(for error: any Error) -> String {
        switch error {
        case let error as TransportError: error.description
        case let failure as NIOConnectionError: words(for: failure)
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOSSLError: words(for: error)
        case is NIOSSLExtraError: "the certificate is for another host"
        case let error as HTTPParserError where error == .invalidEOFState: "it closed the connection"
        case is HTTPParserError: "the server does not speak HTTP"
        case let error as HTTPClientError: words(for: error)
        case let error as ChannelError:
            if case .connectTimeout = error { "it could not be reached in time" } else { "the connection is closed" }
        default: "the connection failed (\(type(of: error)))"
        }
    }

    /// Returns a Boolean value that indicates whether a server was reached but its TLS or certificate was rejected.
    package static func isAboutTrust(_ error: any Error) -> Bool {
        switch error {
        case is TransportError, is NIOSSLExtraError: true
        case let error as NIOSSLError: if case .uncleanShutdown = error { false } else { true }
        default: false
        }
    }

    private static func words(for failure: NIOConnectionError) -> String {
        failure.connectionErrors.first.map { description(for: $0.error) } ?? "its host name cannot be resolved"
    }

    private static func words(for error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: "it could not be reached in time"
        case .readTimeout, .writeTimeout, .deadlineExceeded: "it did not answer in time"
        case .remoteConnectionClosed, .uncleanShutdown: "it closed the connection"
        case .invalidURL, .emptyHost, .emptyScheme: "its URL is invalid"
        default: "the connection failed"
        }
    }

    private static func words(for error: NIOSSLError) -> String {
        switch error {
        case .handshakeFailed(let reason):
            // The library's text contains internal names and codes.
            words(forHandshake: "\(reason)")
        case .uncleanShutdown: "it closed the connection"
        case .noSuchFilesystemObject: "the certificate file does not exist"
        case .failedToLoadCertificate: "the file contains no certificate"
        case .unableToValidateCertificate, .noCertificateToValidate: "its certificate is not trusted"
        default: "TLS failed"
        }
    }

    private static func words(forHandshake reason: String) -> String {
        if reason.contains("CERTIFICATE_VERIFY_FAILED") { return "its certificate is not trusted" }
        let isTooOld = ["UNSUPPORTED_PROTOCOL", "PROTOCOL_VERSION", "WRONG_SSL_VERSION"].contains { reason.contains($0) }
        return isTooOld
            ? "it offers only TLS versions before 1.2, which are insecure"
            : "the TLS handshake failed: a port without TLS, or incompatible versions"
    }
}
