package import SendPipeline

/// What goes wrong with a message on its way out.
public enum SendFault: Hashable, Sendable {
    /// The server wants to be asked again after a while.
    case rateLimited(after: Duration)
    /// The server says no, and would say so again.
    case refused(String)
    /// The server cannot now, and names no time.
    case unavailable
    /// It arrives, and the answer that says so is lost.
    case lostAnswer
    /// It does not arrive, and no answer says so.
    case lost

    /// What the sender says of it.
    package var error: SendError {
        switch self {
        case .rateLimited(let pause): .unavailable("too many requests", retryAfter: pause)
        case .refused(let reason): .refused(code: 7, reason)
        case .unavailable: .unavailable("not now", retryAfter: nil)
        case .lostAnswer, .lost: .ambiguous("no answer came")
        }
    }

    /// Whether the message is there all the same.
    package var arrives: Bool { self == .lostAnswer }
}
