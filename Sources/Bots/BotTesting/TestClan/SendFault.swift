package import Delivery

/// A fault injected into the sending of a message.
public enum SendFault: Hashable, Sendable {
    /// The server rejects the request because of its rate limit and names a time to wait.
    case rateLimited(after: Duration)
    /// The server rejects the request permanently.
    case refused(String)
    /// The server is temporarily unavailable and names no time.
    case unavailable
    /// The message arrives, but the acknowledgement is lost.
    case lostAcknowledgement
    /// The message does not arrive, and neither does an acknowledgement.
    case lost

    /// The error that the sender reports.
    package var error: SendError {
        switch self {
        case .rateLimited(let pause): .unavailable("too many requests", retryAfter: pause)
        case .refused(let reason): .refused(code: 7, reason)
        case .unavailable: .unavailable("not now", retryAfter: nil)
        case .lostAcknowledgement, .lost: .ambiguous("no answer came")
        }
    }

    /// A Boolean value that indicates whether the message arrives nevertheless.
    package var arrives: Bool { self == .lostAcknowledgement }
}
