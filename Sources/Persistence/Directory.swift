import MezonModel

/// What we know of the server's places, kept in memory because every delivery asks.
struct Directory: Sendable {
    var clans: [ClanID: Clan] = [:]
    var channels: [ChannelID: Channel] = [:]

    init(clans: [Clan], channels: [Channel]) {
        self.clans = Dictionary(uniqueKeysWithValues: clans.map { ($0.id, $0) })
        self.channels = Dictionary(uniqueKeysWithValues: channels.map { ($0.id, $0) })
    }
}

extension Directory {
    /// A channel as told, with what is known of it and what this telling leaves out: an event names no category by its name, a
    /// message none at all, and only a list says whom a conversation is with.
    func completed(_ channel: Channel) -> Channel {
        let known = channels[channel.id]
        var channel = channel
        if channel.partner.isNone { channel.partner = known?.partner ?? 0 }
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
    /// Equal but for the newest message, which the journal knows better.
    func isSamePlace(as other: Channel) -> Bool {
        var other = other
        other.lastMessage = lastMessage
        return self == other
    }
}
