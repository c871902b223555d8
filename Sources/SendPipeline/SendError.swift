/// Why a request was not carried out, as far as the sender can tell.
package enum SendError: Error, Equatable, CustomStringConvertible {
    /// It never left: there is no connection.
    case notConnected
    /// It may have been carried out: the answer never came.
    case ambiguous(String)
    /// The server said no, and would say so again.
    case refused(code: Int, String)
    /// The server could not now, and may later; it may have named the time.
    case unavailable(String, retryAfter: Duration?)

    package var description: String {
        switch self {
        case .notConnected: "there is no connection"
        case .ambiguous(let reason): "no answer came: \(reason)"
        case .refused(let code, let message): "the server refused it (\(code)): \(message)"
        case .unavailable(let message, _): "the server could not take it: \(message)"
        }
    }
}
