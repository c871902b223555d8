/// A text that may contain secrets of the bot's options: the value of a request's header.
///
///     headers: ["Authorization": "Bearer \(options.key)"]
///
/// A secret is stored by its reference in the configuration and resolved when the request is sent, so its value is in no store,
/// trace or fixture. An empty secret leaves the whole text empty.
public struct SecretText: Hashable, Sendable, ExpressibleByStringInterpolation {
    package enum Part: Hashable, Sendable {
        case text(String)
        case secret(Secret)
    }

    package let parts: [Part]

    /// Creates a text without secrets.
    public init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }
    /// Creates a text from a string literal.
    public init(stringLiteral value: String) { self.init(value) }
    /// Creates a text from an interpolated string literal.
    public init(stringInterpolation: StringInterpolation) { self.init(parts: stringInterpolation.parts) }

    package init(parts: [Part]) {
        let isUnset = parts.contains {
            if case .secret(let secret) = $0 { secret.isEmpty && secret.reference == nil } else { false }
        }
        self.parts = isUnset ? [] : parts
    }

    package var isEmpty: Bool { parts.isEmpty }

    /// A description of what cannot be stored; nil if the text can be.
    package var encodingProblem: String? {
        let isLoose = parts.contains { if case .secret(let secret) = $0 { secret.reference == nil } else { false } }
        return isLoose ? "a secret that is not one of the bot's options" : nil
    }

    /// Returns whether both are stored as the same text: a secret counts by its reference, not by its value.
    func isStored(as other: SecretText) -> Bool {
        parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { mine, theirs in
                switch (mine, theirs) {
                case (.text(let mine), .text(let theirs)): mine == theirs
                case (.secret(let mine), .secret(let theirs)): mine.reference == theirs.reference
                case (.text, .secret), (.secret, .text): false
                }
            }
    }

    /// Returns the text with each secret replaced by the current value of its reference.
    ///
    /// - Parameter secret: Returns a secret of the configuration; nil if there is none of that reference.
    /// - Returns: Nil if a secret is missing.
    package func resolved(_ secret: (_ reference: String) -> Secret?) -> Secret? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let part): text += part
            case .secret(let stored):
                guard let reference = stored.reference, let current = secret(reference), !current.isEmpty else { return nil }
                text += current.reveal()
            }
        }
        return Secret(text)
    }

    /// The content of an interpolated literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {}
        /// Appends a literal part.
        public mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { parts.append(.text(literal)) } }
        /// Appends a secret, which is stored by its reference.
        public mutating func appendInterpolation(_ secret: Secret) { parts.append(.secret(secret)) }
        /// Appends a value's description.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) { appendLiteral("\(value)") }
    }
}

extension SecretText: Codable {
    private struct StoredPart: Codable {
        var text: String?
        var secret: String?
    }

    /// Encodes the text, with the references of its secrets in place of their values.
    public func encode(to encoder: any Encoder) throws {
        let stored = parts.map { part in
            switch part {
            case .text(let text): StoredPart(text: text)
            case .secret(let secret): StoredPart(secret: secret.reference ?? "")
            }
        }
        try stored.encode(to: encoder)
    }

    /// Decodes the text. Its secrets have references and no values.
    public init(from decoder: any Decoder) throws {
        parts = try [StoredPart](from: decoder).map { part in
            part.secret.map { .secret(Secret("", reference: $0)) } ?? .text(part.text ?? "")
        }
    }
}
