/// The number by which Mezon knows a thing: a 63-bit snowflake, told apart by type so that a channel is never passed for a user.
///
/// In JSON an id is a string, because JavaScript cannot hold it; on the wire it is an `int64`. Zero means "none".
public protocol MezonID: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible,
    ExpressibleByIntegerLiteral, CodingKeyRepresentable
where RawValue == Int64 {
    init(rawValue: Int64)
}

extension MezonID {
    public init(_ rawValue: Int64) { self.init(rawValue: rawValue) }
    public init(integerLiteral value: Int64) { self.init(rawValue: value) }

    /// Reads decimal digits; `nil` for anything else, the empty string and numbers past 63 bits included.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int64(text) else { return nil }
        self.init(rawValue: value)
    }

    public var description: String { String(rawValue) }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Whether the id names nothing.
    public var isNone: Bool { rawValue == 0 }

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

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    public var codingKey: any CodingKey { IDKey(stringValue: description) }
    public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}

private struct IDKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A clan: what other places call a server or a guild. Zero stands for "outside any clan": direct messages and groups.
public struct ClanID: MezonID {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct ChannelID: MezonID {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A clan's group of channels.
public struct CategoryID: MezonID {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct MessageID: MezonID {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct UserID: MezonID {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct RoleID: MezonID {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct TopicID: MezonID {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct EmojiID: MezonID {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
