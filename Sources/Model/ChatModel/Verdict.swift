/// The result of a precheck of a message.
public enum Verdict: Hashable, Sendable {
    /// The handler wants to process the message.
    case pass
    /// The handler ignores the message; the others process it. The reason is shown in the trace.
    case skip(String)
    /// The handlers that follow do not receive the message. The reason is shown in the trace.
    case drop(String)
}
