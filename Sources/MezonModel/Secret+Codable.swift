/// For the options of bots: what is written is a reference, and what is encoded is nothing.
extension Secret: Codable {
    /// The key under which a decoder of options finds a reference. No file can hold it.
    package static let referenceKey = "\u{0}secret"

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encodeNil()
    }

    /// A secret is given by the house, and read by no other decoder than its own.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "a secret is read from nowhere"))
    }
}
