/// What Mezon does not know has ids too: rooms and people of other networks take the same way through the house as its own.
///
/// They lie where Mezon's ids do not come before the year 2045, so that neither is ever taken for the other.
extension MezonID {
    static var firstForeign: Int64 { 1 << 62 }

    /// - Parameter hash: of what it is called over there.
    package init(foreign hash: UInt64) { self.init(rawValue: Self.firstForeign | Int64(hash >> 2)) }

    /// Whether it names something of another network.
    package var isForeign: Bool { rawValue >= Self.firstForeign }

    /// The number without what makes it foreign.
    var native: Int64 { rawValue & ~Self.firstForeign }
}

extension MessageID {
    /// A message of another network; its time is told by its id as that of Mezon's.
    ///
    /// - Parameter snowflake: of a `SnowflakeSequence` of the house's own.
    package init(foreignSnowflake snowflake: Int64) { self.init(rawValue: Self.firstForeign | snowflake) }

    package var snowflake: Int64 { native }
}

extension ChannelID {
    /// A room of another network, by the name of the port that leads there and its own.
    ///
    /// Operators choose both, so a plain hash does: nobody else can bring two to the same id.
    package init(port: String, room: String) { self.init(foreign: ExternalIDHash.of("\(port) \(room)")) }
}

extension ClanID {
    /// All that a port leads to.
    package init(port: String) { self.init(foreign: ExternalIDHash.of(port)) }
}

/// FNV-1a over 64 bits, and SplitMix64's last step, which spreads what differs in the last letter only.
private enum ExternalIDHash {
    static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }
}
