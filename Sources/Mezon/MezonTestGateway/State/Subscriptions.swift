import ChatModel

/// The clans and channels that each socket joined.
struct Subscriptions {
    private(set) var byConnection: [ConnectionID: Subscription] = [:]
    /// The sockets that hear each channel, kept until something changes that could change them.
    private var listeners: [ChannelID: [ConnectionID]] = [:]

    struct Subscription {
        let user: UserID
        var clans: Set<ClanID> = []
        var channels: Set<ChannelID> = []
    }

    mutating func open(_ connection: ConnectionID, user: UserID) {
        byConnection[connection] = Subscription(user: user)
        forgetListeners()
    }

    mutating func close(_ connection: ConnectionID) {
        byConnection[connection] = nil
        forgetListeners()
    }

    mutating func join(_ clan: ClanID, on connection: ConnectionID) {
        byConnection[connection]?.clans.insert(clan)
        forgetListeners()
    }

    mutating func join(_ channel: ChannelID, on connection: ConnectionID) {
        byConnection[connection]?.channels.insert(channel)
        forgetListeners()
    }

    mutating func leave(_ channel: ChannelID, on connection: ConnectionID) {
        byConnection[connection]?.channels.remove(channel)
        forgetListeners()
    }

    func hasJoined(_ channel: ChannelID, on connection: ConnectionID) -> Bool {
        byConnection[connection]?.channels.contains(channel) ?? false
    }

    /// After a change of membership.
    mutating func forgetListeners() { listeners.removeAll(keepingCapacity: true) }

    /// The sockets that hear a channel, in the order they came; `nil` where that has to be found out.
    func listeners(of channel: ChannelID) -> [ConnectionID]? { listeners[channel] }

    mutating func remember(_ connections: [ConnectionID], hear channel: ChannelID) { listeners[channel] = connections }

    func connections(where matches: (Subscription) -> Bool) -> [ConnectionID] {
        byConnection.filter { matches($0.value) }.keys.sorted()
    }

    var usersOnline: Set<UserID> { Set(byConnection.values.map(\.user)) }
}
