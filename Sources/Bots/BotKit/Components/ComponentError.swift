/// An error that prevents a component from being added to a draft.
@nonexhaustive
public enum ComponentError: Error, Equatable, CustomStringConvertible {
    /// A payload is larger than the maximum, in bytes of JSON.
    case payloadTooLong(route: String, bytes: Int, most: Int)
    /// A payload cannot be encoded as JSON.
    case payloadUnwritable(route: String, reason: String)
    /// A select has more choices than the maximum.
    case tooManyChoices(route: String, count: Int, most: Int)
    /// A message has more rows of components than the maximum.
    case tooManyRows(count: Int, most: Int)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .payloadTooLong(let route, let bytes, let most):
            "a payload of the route '\(route)' is \(bytes) bytes as JSON; the maximum is \(most): keep it in state and its key in the payload"
        case .payloadUnwritable(let route, let reason):
            "a payload of the route '\(route)' cannot be encoded as JSON: \(reason)"
        case .tooManyChoices(let route, let count, let most):
            "a select of the route '\(route)' has \(count) choices; the maximum is \(most)"
        case .tooManyRows(let count, let most):
            "a message has \(count) rows of components; the maximum is \(most), with five buttons or one select each"
        }
    }
}
