/// What a precheck says of a message.
public enum Verdict: Hashable, Sendable {
    case pass
    /// Not for the one who says it; the others go on. The reason goes to the trace.
    case skip(String)
    /// For nobody who comes after. The reason goes to the trace.
    case drop(String)
}
