/// Why something was not said, or why nobody knows.
package enum IRCSendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing of it was written.
    case notConnected
    /// Nothing of it was written: we are not in that room, and why.
    case notJoined(String)
    /// Nothing of it was written: a line holds no more.
    case tooLong(bytes: Int, limit: Int)
    /// Nothing of it was written: the network has no such thing.
    case unsupported(String)
    /// The server did not take it; its numeric or code, and its words.
    case refused(code: String, text: String)
    /// It was written, in part at least, and the answer did not come.
    case ambiguous(String)

    package var description: String {
        switch self {
        case .notConnected: "not connected"
        case .notJoined(let reason): "not in the room: \(reason)"
        case .tooLong(let bytes, let limit): "a line of \(bytes) bytes, where \(limit) fit"
        case .unsupported(let what): "the network has no \(what)"
        case .refused(let code, let text): "refused with \(code): \(text)"
        case .ambiguous(let reason): "perhaps said: \(reason)"
        }
    }
}
