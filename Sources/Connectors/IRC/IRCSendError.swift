/// The reason why a message was not sent, or why its outcome is unknown.
package enum IRCSendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing was written, because there is no connection.
    case notConnected
    /// Nothing was written, because the bot is not in the channel; with the reason.
    case notJoined(String)
    /// Nothing was written, because the text exceeds the line limit.
    case tooLong(bytes: Int, limit: Int)
    /// Nothing was written, because the network does not support the operation.
    case unsupported(String)
    /// The server refused it; with the numeric or code and the server's text.
    case refused(code: String, text: String)
    /// The message was written, at least in part, but no answer arrived.
    case ambiguous(String)

    package var description: String {
        switch self {
        case .notConnected: "not connected"
        case .notJoined(let reason): "not in the channel: \(reason)"
        case .tooLong(let bytes, let limit): "a line has \(bytes) bytes; the limit is \(limit)"
        case .unsupported(let what): "the network does not support \(what)"
        case .refused(let code, let text): "refused with \(code): \(text)"
        case .ambiguous(let reason): "outcome unknown: \(reason)"
        }
    }
}
