package import ChatModel

/// The id of a request, which its response repeats.
package enum RequestID: Hashable, Sendable {
    case string(String)
    case integer(Int64)

    /// Reads an id; nil for a value that may not be one, such as null or a fraction.
    package init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .integer(let number): self = .integer(number)
        default: return nil
        }
    }

    package var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        }
    }
}
