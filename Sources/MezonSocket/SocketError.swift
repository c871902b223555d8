/// Why something did not come about on the socket.
package enum SocketError: Error, Hashable, CustomStringConvertible {
    /// Nothing was sent: there is no connection.
    case notConnected
    /// Nothing was sent: as many requests as there may be wait for their answers.
    case tooManyRequests(limit: Int)
    /// It was sent, and no answer came. The server may have carried it out.
    case notAcknowledged(after: Duration)
    /// It was sent, and the connection ended before an answer came. The server may have carried it out.
    case connectionLost
    /// It was answered by something that is no answer to it. The server may have carried it out.
    case unexpectedReply(String)
    /// The server says no.
    case refused(code: Int, message: String)
    /// The login is refused for good; said by whoever provides the target, and the end of `run()`.
    case loginRefused(String)
    case badAddress
    /// The connection could not be opened.
    case unreachable(String)
    /// The server's TLS or its certificate is not accepted.
    case untrusted(String)
    /// The server answered the upgrade with something else than a WebSocket.
    case upgradeRefused(status: Int)

    /// Whether the request may have had its effect although nobody said so: look before sending it again.
    package var isAmbiguous: Bool {
        switch self {
        case .notAcknowledged, .connectionLost, .unexpectedReply: true
        default: false
        }
    }

    /// Whether no server answered.
    var isUnreachable: Bool { if case .unreachable = self { true } else { false } }

    package var description: String {
        switch self {
        case .notConnected: "there is no connection"
        case .tooManyRequests(let limit): "\(limit) requests already wait for their answers"
        case .notAcknowledged(let duration): "no answer came within \(duration)"
        case .connectionLost: "the connection ended before an answer came"
        case .unexpectedReply(let what): "the answer is not one to this request: \(what)"
        case .refused(let code, let message): "the server refuses with code \(code): \(message)"
        case .loginRefused(let reason): "the login is refused: \(reason)"
        case .badAddress: "the socket's address cannot be read"
        case .unreachable(let reason): "the socket cannot be opened: \(reason)"
        case .untrusted(let reason): "the socket's server is not trusted: \(reason)"
        case .upgradeRefused(let status): "the server answers the WebSocket upgrade with status \(status)"
        }
    }
}
