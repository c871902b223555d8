/// The result of reading an optional value.
enum OptionalValue<Value: Hashable & Sendable>: Hashable, Sendable {
    case absent
    case value(Value)
    /// The value is invalid; a diagnostic has been added.
    case invalid
}
