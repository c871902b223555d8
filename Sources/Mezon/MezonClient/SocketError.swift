/// The reason why a request or a connection failed.
package enum SocketError: Error, Hashable, CustomStringConvertible {
    /// Nothing was sent, because there is no connection.
    case notConnected
    /// Nothing was sent, because the maximum number of requests is waiting.
    case tooManyRequests(limit: Int)
    /// The request was sent but not answered in time. The server may have performed it.
    case notAcknowledged(after: Duration)
    /// The request was sent, and a later one was answered first. The server has performed it or lost it, unless it answers out of
    /// order; then it may still be performed within this time.
    case overtaken(pending: Duration)
    /// The request was sent, and the connection ended before a response. The server may have performed it.
    case connectionLost
    /// The response does not match the request. The server may have performed it.
    case unexpectedReply(String)
    /// The server refused the request.
    case refused(code: Int, message: String)
    /// The login is refused for good. Thrown by the target provider; it ends `run()`.
    case loginRefused(String)
    case badAddress
    /// The connection could not be opened.
    case unreachable(String)
    /// The server's TLS or its certificate is not accepted.
    case untrusted(String)
    /// The server did not accept the WebSocket upgrade.
    case upgradeRefused(status: Int)

    /// A Boolean value that indicates whether the request may have taken effect without an acknowledgement, so that a retry needs a check
    /// first.
    package var isAmbiguous: Bool {
        switch self {
        case .notAcknowledged, .overtaken, .connectionLost, .unexpectedReply: true
        default: false
        }
    }

    /// A Boolean value that indicates whether no server responded.
    var isUnreachable: Bool { if case .unreachable = self { true } else { false } }

    package var description: String {
        switch self {
        case .notConnected: "there is no connection"
        case .tooManyRequests(let limit): "\(limit) requests are already waiting for a response"
        case .notAcknowledged(let duration): "no response arrived within \(duration)"
        case .overtaken: "a later request was answered before it"
        case .connectionLost: "the connection ended before a response arrived"
        case .unexpectedReply(let what): "the response does not match the request: \(what)"
        case .refused(let code, let message): "the server refused it with code \(code): \(message)"
        case .loginRefused(let reason): "login refused: \(reason)"
        case .badAddress: "the socket's URL is invalid"
        case .unreachable(let reason): "the socket cannot be opened: \(reason)"
        case .untrusted(let reason): "the socket's server is not trusted: \(reason)"
        case .upgradeRefused(let status): "the server responded to the WebSocket upgrade with status \(status)"
        }
    }
}
