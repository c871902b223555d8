/// The coding of secrets in a bot's options: a reference is decoded, and nothing is encoded.
extension Secret: Codable {
    /// The key under which the options decoder finds a reference. No file can contain it.
    package static let referenceKey = "\u{0}secret"

    /// Encodes null: a secret is never written.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encodeNil()
    }

    /// Always throws: only the application's options decoder creates secrets.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "a secret cannot be decoded"))
    }
}
