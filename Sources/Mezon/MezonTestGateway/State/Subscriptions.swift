import ChatModel

/// The clans and channels that each socket joined.
struct Subscriptions {
    private(set) var byConnection: [ConnectionID: Subscription] = [:]
    /// The sockets that receive each channel's events, cached until the next change of subscriptions or permissions.
    private var listeners: [ChannelID: [ConnectionID]] = [:]

    struct Subscription {
        let user: UserID
        var clans: Set<ClanID> = []
        var channels: Set<ChannelID> = []
    }

    mutating func open(_ connection: ConnectionID, user: UserID) {
        byConnection[connection] = Subscription(user: user)
        invalidateListeners()
    }

    mutating func close(_ connection: ConnectionID) {
        byConnection[connection] = nil
        invalidateListeners()
    }

    mutating func join(_ clan: ClanID, on connection: ConnectionID) {
        byConnection[connection]?.clans.insert(clan)
        invalidateListeners()
    }

    mutating func join(_ channel: ChannelID, on connection: ConnectionID) {
        byConnection[connection]?.channels.insert(channel)
        invalidateListeners()
    }

    mutating func leave(_ channel: ChannelID, on connection: ConnectionID) {
        byConnection[connection]?.channels.remove(channel)
        invalidateListeners()
    }

    func hasJoined(_ channel: ChannelID, on connection: ConnectionID) -> Bool {
        byConnection[connection]?.channels.contains(channel) ?? false
    }

    /// Clears the cached listeners after a change of membership.
    mutating func invalidateListeners() { listeners.removeAll(keepingCapacity: true) }

    /// Returns the cached sockets that receive a channel's events, by connection id; `nil` if they are not cached.
    func listeners(of channel: ChannelID) -> [ConnectionID]? { listeners[channel] }

    mutating func cache(_ connections: [ConnectionID], of channel: ChannelID) { listeners[channel] = connections }

    func connections(where matches: (Subscription) -> Bool) -> [ConnectionID] {
        byConnection.filter { matches($0.value) }.keys.sorted()
    }

    var usersOnline: Set<UserID> { Set(byConnection.values.map(\.user)) }
}
