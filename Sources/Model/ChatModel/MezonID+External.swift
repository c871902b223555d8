/// Ids for channels, users and messages of other networks, which are handled in the same way as Mezon's own.
///
/// They lie in a range that Mezon's ids do not reach before the year 2045, so the two are never confused.
extension MezonID {
    static var firstForeign: Int64 { 1 << 62 }

    /// Creates an external id.
    ///
    /// - Parameter hash: A hash of the name in the other network.
    package init(foreign hash: UInt64) { self.init(rawValue: Self.firstForeign | Int64(hash >> 2)) }

    /// A Boolean value that indicates whether the id belongs to another network.
    package var isExternal: Bool { rawValue >= Self.firstForeign }

    /// The number without the bit that marks external ids.
    var native: Int64 { rawValue & ~Self.firstForeign }
}

extension MessageID {
    /// Creates the id of a message from another network; like Mezon's, it encodes its time.
    ///
    /// - Parameter snowflake: A number from a `SnowflakeSequence` of the application.
    package init(foreignSnowflake snowflake: Int64) { self.init(rawValue: Self.firstForeign | snowflake) }

    package var snowflake: Int64 { native }
}

extension ChannelID {
    /// Creates the id of a channel of another network, from the name of the connection and the channel's own.
    ///
    /// Operators choose both names, so a plain hash is sufficient: no one else can construct a collision.
    package init(connection: String, channel: String) { self.init(foreign: ExternalIDHash.of("\(connection) \(channel)")) }
}

extension ClanID {
    /// Creates the id that stands for the clan of a connection's channels.
    package init(connection: String) { self.init(foreign: ExternalIDHash.of(connection)) }
}

extension ChannelID {
    /// Creates the id of a destination on the web: negative, as no channel's is.
    package init(web name: String) { self.init(rawValue: Int64(bitPattern: ExternalIDHash.of(name) | 1 << 63)) }

    /// A Boolean value that indicates whether the id stands for a destination on the web.
    package var isWeb: Bool { rawValue < 0 }
}

/// FNV-1a over 64 bits, with the last step of SplitMix64 to spread differences in the final character.
private enum ExternalIDHash {
    static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }
}
