/// The reason why a request failed, as far as the sender can tell.
package enum SendError: Error, Equatable, CustomStringConvertible {
    /// The request was not sent: there is no connection.
    case notConnected
    /// The request may have been performed: no response arrived.
    case ambiguous(String)
    /// The response was lost. The request was performed or will not be, or it is performed within this time by a server that does
    /// not keep the order of its responses.
    case overtaken(pending: Duration)
    /// The server refused the request permanently.
    case refused(code: Int, String)
    /// The server is temporarily unable to perform the request and may have named a retry time.
    case unavailable(String, retryAfter: Duration?)

    /// A Boolean value that indicates whether the request may have been performed.
    package var isAmbiguous: Bool {
        switch self {
        case .ambiguous, .overtaken: true
        case .notConnected, .refused, .unavailable: false
        }
    }

    package var description: String {
        switch self {
        case .notConnected: "not connected"
        case .ambiguous(let reason): "not acknowledged: \(reason)"
        case .overtaken: "not acknowledged: a later request was acknowledged before it"
        case .refused(let code, let message): "the server refused the request (\(code)): \(message)"
        case .unavailable(let message, _): "the server is unavailable: \(message)"
        }
    }
}
