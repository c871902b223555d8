import ChatModel

/// The known clans and channels, kept in memory because every delivery looks them up.
struct ChannelDirectory: Sendable {
    var clans: [ClanID: Clan] = [:]
    var channels: [ChannelID: Channel] = [:]
    /// The channels that have a row although nothing but their id is known.
    var unknown: Set<ChannelID> = []

    init(clans: [Clan], channels: [Channel]) {
        self.clans = Dictionary(clans.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.channels = Dictionary(channels.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }
}

extension ChannelDirectory {
    /// Completes a received channel with what is known of it. An event omits the category's name, a message omits the category,
    /// only a list includes the other user of a direct conversation, and not every event names the creator.
    func completed(_ channel: Channel) -> Channel {
        let known = channels[channel.id]
        var channel = channel
        channel.partner = channel.kind != .direct ? 0 : channel.partner.isNone ? known?.partner ?? 0 : channel.partner
        channel.creator = channel.creator ?? known?.creator
        if channel.category.isNone { channel.category = known?.category ?? 0 }
        if channel.categoryName.isEmpty { channel.categoryName = name(of: channel.category, from: known) }
        return channel
    }

    private func name(of category: CategoryID, from known: Channel?) -> String {
        if let known, known.category == category { return known.categoryName }
        guard !category.isNone else { return "" }
        return channels.values.filter { $0.category == category }.min { $0.id < $1.id }?.categoryName ?? ""
    }
}

extension Channel {
    /// Returns whether the channels are equal except for the newest message, for which the journal is authoritative.
    func equalsIgnoringLastMessage(_ other: Channel) -> Bool {
        var other = other
        other.lastMessage = lastMessage
        return self == other
    }
}
