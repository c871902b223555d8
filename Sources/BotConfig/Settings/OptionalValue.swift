/// What became of a value that may be left out.
enum OptionalValue<Value: Hashable & Sendable>: Hashable, Sendable {
    case absent
    case value(Value)
    /// It was given and is wrong; the diagnostic has been left.
    case refused
}
