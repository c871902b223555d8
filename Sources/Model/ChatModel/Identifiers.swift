/// An id of Mezon: a 63-bit snowflake, with a separate type for each kind of object so that a channel is never passed for a user.
///
/// In JSON an id is a string, because JavaScript numbers cannot hold it; in the protocol it is an `int64`. Zero means "none".
public protocol MezonID: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible,
    ExpressibleByIntegerLiteral, CodingKeyRepresentable
where RawValue == Int64 {
    /// Creates an id from its number.
    init(rawValue: Int64)
}

extension MezonID {
    /// Creates an id from its number.
    public init(_ rawValue: Int64) { self.init(rawValue: rawValue) }
    /// Creates an id from an integer literal.
    public init(integerLiteral value: Int64) { self.init(rawValue: value) }

    /// Parses decimal digits; returns `nil` for anything else, including the empty string and numbers beyond 63 bits.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int64(text) else { return nil }
        self.init(rawValue: value)
    }

    /// The id in decimal digits.
    public var description: String {
        var digits = ""
        digits.append(decimal: rawValue)
        return digits
    }
    /// Compares two ids by their numbers.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// A Boolean value that indicates whether the id is zero, which stands for "none".
    public var isNone: Bool { rawValue == 0 }

    /// Decodes an id from a string or a number.
    ///
    /// - Throws: `DecodingError` for a negative number, and for text other than decimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            guard number >= 0 else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(number) is not an id")
            }
            self.init(rawValue: number)
            return
        }
        let text = try container.decode(String.self)
        guard let id = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not an id")
        }
        self = id
    }

    /// Encodes the id as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The id as a key of a dictionary in JSON.
    public var codingKey: any CodingKey { IDKey(stringValue: description) }
    /// Creates an id from a key of a dictionary in JSON.
    public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}

private struct IDKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The id of a clan, the equivalent of a server or guild elsewhere. Zero stands for "outside any clan": direct messages and
/// groups.
public struct ClanID: MezonID {
    /// The number.
    public let rawValue: Int64
    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of a channel, thread, group or direct message channel.
public struct ChannelID: MezonID {
    /// The number.
    public let rawValue: Int64
    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of a category, which groups a clan's channels.
public struct CategoryID: MezonID {
    /// The number.
    public let rawValue: Int64
    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of a message. It encodes the time at which the message was sent.
public struct MessageID: MezonID {
    /// The number.
    public let rawValue: Int64
    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of a user or application account.
public struct UserID: MezonID {
    /// The number.
    public let rawValue: Int64
    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of a clan's role.
public struct RoleID: MezonID {
    /// The number.
    public let rawValue: Int64
    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of a topic, a side discussion of a channel.
public struct TopicID: MezonID {
    /// The number.
    public let rawValue: Int64
    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of a custom emoji.
public struct EmojiID: MezonID {
    /// The number.
    public let rawValue: Int64
    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
