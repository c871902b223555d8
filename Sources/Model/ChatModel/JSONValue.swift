/// A JSON value kept as received, for keys that this build does not interpret.
public enum JSONValue: Hashable, Sendable, Codable {
    /// The null value.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number without fraction that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([String: JSONValue])

    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Encodes the value unchanged.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The text of a string; `nil` for every other kind.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The value as an integer, also if it was sent as a string of digits, as some of Mezon's clients do; `nil` for every other
    /// kind.
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .string(let value): Int64(value)
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The elements of an array; `nil` for every other kind.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members of an object; `nil` for every other kind.
    public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
}
