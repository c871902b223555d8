import AsyncHTTPClient
import MezonModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Glibc)
    import Glibc
#endif

/// Why there is no connection, in words for a person. They hold nothing of the address: it may have secrets in it.
enum ConnectionErrorDescription {
    static func words(for error: any Error) -> String {
        switch error {
        case let failure as NIOConnectionError: words(for: failure)
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOSSLError: words(for: error)
        case is NIOSSLExtraError: "the certificate is of another host"
        case is HTTPParserError: "what answers there speaks no HTTP"
        case let error as HTTPClientError where error == .connectTimeout: "it could not be reached in time"
        case let error as HTTPClientError where error == .remoteConnectionClosed: "it closed the connection"
        case is HTTPClientError: "the connection failed"
        case is ChannelError: "the connection is closed"
        default: "the connection failed (\(type(of: error)))"
        }
    }

    private static func words(for failure: NIOConnectionError) -> String {
        failure.connectionErrors.first.map { words(for: $0.error) } ?? "no address is known for it"
    }

    private static func words(for error: NIOSSLError) -> String {
        switch error {
        case .handshakeFailed(let reason):
            // What the library says has its own names and signs around it.
            "\(reason)".contains("CERTIFICATE_VERIFY_FAILED")
                ? "its certificate is not trusted"
                : "no TLS came about: a port without TLS, or other versions of it"
        case .uncleanShutdown: "it closed the connection"
        case .noSuchFilesystemObject: "the file of certificates is not there"
        case .failedToLoadCertificate: "the file holds no certificate"
        default: "TLS failed (\(error))"
        }
    }
}
