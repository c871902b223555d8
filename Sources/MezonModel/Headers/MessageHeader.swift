/// Metadata that travels within a message's body, before its text: `<ticket>@id=42;@urgent;@tags=(a,b);</ticket>It broke again`.
///
/// Each field is ended by `;`; behind the last one it may be missing.
/// Several may follow each other. What is no header to the letter is text, and stays whole.
package struct MessageHeader: Hashable, Sendable, Codable {
    package enum Value: Hashable, Sendable, Codable {
        /// The key alone.
        case flag
        /// Never infinite.
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
    /// In the order of writing; each key once.
    package var fields: [Field]

    package init(_ name: String, _ fields: [Field]) {
        self.name = name
        self.fields = fields
    }

    package subscript(key: String) -> Value? { fields.first { $0.key == key }?.value }
}

/// Why headers cannot be written.
package enum MessageHeaderError: Error, Hashable, CustomStringConvertible {
    case badName(String)
    case noFields(header: String)
    case sameKeyTwice(header: String, key: String)
    /// The rules of that name want another kind of value there, or nobody could read this one back.
    case badValue(header: String, key: String, wanted: HeaderSchema.Kind?)
    case tooMany(limit: Int)
    case tooLarge(limitInBytes: Int)

    package var description: String {
        switch self {
        case .badName(let name): "'\(name)' is no name: a letter, then letters, digits, '_' and '-', 32 at most"
        case .noFields(let header): "the header '\(header)' has no field"
        case .sameKeyTwice(let header, let key): "the header '\(header)' has the key '\(key)' twice"
        case .badValue(let header, let key, let wanted):
            "the header '\(header)' cannot say that of '\(key)'" + (wanted.map { ": its rules want a \($0)" } ?? "")
        case .tooMany(let limit): "a message has at most \(limit) headers"
        case .tooLarge(let limit): "the headers of a message have at most \(limit) bytes"
        }
    }
}
