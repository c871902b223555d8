/// Metadata in a message's body before its text: `<ticket>@id=42;@urgent;@tags=(a,b);</ticket>It broke again`.
///
/// Each field ends with `;`, which is optional after the last one. Several headers may follow each other. Anything that deviates
/// from this syntax is text and stays unchanged.
package struct MessageHeader: Hashable, Sendable, Codable {
    package enum Value: Hashable, Sendable, Codable {
        /// A key without a value.
        case flag
        /// A finite number.
        case number(Double)
        case tuple([String])
        case text(String)
    }

    package struct Field: Hashable, Sendable, Codable {
        package var key: String
        package var value: Value

        package init(_ key: String, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    package var name: String
    /// The fields in the order of writing; each key occurs once.
    package var fields: [Field]

    package init(_ name: String, _ fields: [Field]) {
        self.name = name
        self.fields = fields
    }

    package subscript(key: String) -> Value? { fields.first { $0.key == key }?.value }
}

/// An error in encoding headers.
package enum MessageHeaderError: Error, Hashable, CustomStringConvertible {
    case badName(String)
    case noFields(header: String)
    case sameKeyTwice(header: String, key: String)
    /// The rules require another kind of value, or the value could not be read back.
    case badValue(header: String, key: String, wanted: HeaderSchema.Kind?)
    case tooMany(limit: Int)
    case tooLarge(limitInBytes: Int)

    package var description: String {
        switch self {
        case .badName(let name): "'\(name)' is not a valid name: use a letter, then letters, digits, '_' and '-', at most 32"
        case .noFields(let header): "the header '\(header)' has no fields"
        case .sameKeyTwice(let header, let key): "the header '\(header)' has the key '\(key)' twice"
        case .badValue(let header, let key, let wanted):
            "the header '\(header)' has an invalid value for '\(key)'" + (wanted.map { ": expected a \($0)" } ?? "")
        case .tooMany(let limit): "a message can have at most \(limit) headers"
        case .tooLarge(let limit): "the headers of a message can have at most \(limit) bytes"
        }
    }
}
