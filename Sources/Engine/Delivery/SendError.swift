/// The reason why a request failed, as far as the sender can tell.
package enum SendError: Error, Equatable, CustomStringConvertible {
    /// The request was not sent: there is no connection.
    case notConnected
    /// The request may have been performed: no response arrived.
    case ambiguous(String)
    /// The server refused the request permanently.
    case refused(code: Int, String)
    /// The server is temporarily unable to perform the request and may have named a retry time.
    case unavailable(String, retryAfter: Duration?)

    package var description: String {
        switch self {
        case .notConnected: "not connected"
        case .ambiguous(let reason): "not acknowledged: \(reason)"
        case .refused(let code, let message): "the server refused the request (\(code)): \(message)"
        case .unavailable(let message, _): "the server is unavailable: \(message)"
        }
    }
}
