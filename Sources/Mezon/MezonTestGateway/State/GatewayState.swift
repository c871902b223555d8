import ChatModel
import Foundation
import MezonProtocol

/// Everything the gateway knows: people, clans, channels, messages, and their listeners.
///
/// A struct of pure functions from a request to its reply and pushes. It holds no socket and no clock; the server hands it the time.
struct GatewayState {
    var usersByID: [UserID: GatewayUser] = [:]
    var clans: [ClanID: ClanState] = [:]
    var rooms: [ChannelID: ChannelState] = [:]
    var messages: MessageLog
    var bans: [ChannelID: [Ban]] = [:]
    /// The accounts in each voice channel.
    var voices: [ChannelID: Set<UserID>] = [:]
    var pins: [ChannelID: [PinnedMessage]] = [:]
    var friends: FriendList
    var notifications: NotificationStore
    var ledger: TokenLedger
    var menus: [ApiQuickMenuAccess] = []
    var lastSeen: [Reader: ApiChannelMessageHeader] = [:]
    /// The number of typing indicators so far.
    var typingCount = 0
    var uploads: UploadStore
    var subscriptions = Subscriptions()
    var switches: CompatibilityFlags
    /// The gateway's own address, for those it hands out.
    var baseURL = ""
    let limits: GatewayLimits
    private var names: [String: UserID] = [:]
    private var ids = SnowflakeSequence(node: 1)

    struct Reader: Hashable {
        var user: UserID
        var channel: ChannelID
    }

    init(switches: CompatibilityFlags, limits: GatewayLimits) {
        self.switches = switches
        self.limits = limits
        messages = MessageLog(perChannel: limits.messagesPerChannel, inAll: limits.messagesInAll)
        friends = FriendList(limit: limits.friendsPerAccount)
        notifications = NotificationStore(limit: limits.notificationsPerAccount)
        ledger = TokenLedger(limit: limits.transfers)
        uploads = UploadStore(each: limits.uploadBytes, inAll: limits.uploadsInAllBytes)
    }

    /// A fresh id, greater than all before it.
    mutating func nextID(at now: Date) -> Int64 { ids.next(at: now) }

    /// - Throws: `GatewayRequestError` where the name or the id is taken.
    mutating func add(_ user: GatewayUser) throws(GatewayRequestError) {
        guard usersByID[user.id] == nil, names[user.name] == nil else {
            throw GatewayRequestError.exists("there is an account '\(user.name)' with this name or id")
        }
        usersByID[user.id] = user
        names[user.name] = user.id
    }

    func user(named name: String) -> GatewayUser? { names[name].flatMap { usersByID[$0] } }

    /// A Boolean value that indicates whether an account may read a channel.
    func reads(_ user: UserID, _ room: ChannelState) -> Bool {
        if room.isConversation { return room.members.contains(user) }
        guard let clan = clans[room.channel.clan], clan.members.contains(user) else { return false }
        if !room.overrides.isEmpty, !permissions(of: user, in: room).contains(.viewChannel) { return false }
        if room.channel.isPrivate { return room.members.contains(user) }
        guard room.isThread, let parent = rooms[room.channel.parent] else { return true }
        return reads(user, parent)
    }

    /// The channel, if the one who asks may read it; a channel that may not be read is not told from one that is not there.
    func room(_ id: ChannelID, for user: UserID) throws(GatewayRequestError) -> ChannelState {
        guard let room = rooms[id], reads(user, room) else { throw GatewayRequestError.channelNotFound }
        return room
    }

    func clan(_ id: ClanID, for user: UserID) throws(GatewayRequestError) -> ClanState {
        guard let clan = clans[id], clan.members.contains(user) else { throw GatewayRequestError.clanNotFound }
        return clan
    }

    /// - Throws: `GatewayRequestError.permissionDenied` unless a role of theirs allows it, and where the switch takes it from every app.
    func require(_ permission: Permission, of user: UserID, in clan: ClanID) throws(GatewayRequestError) {
        guard clans[clan]?.allows(permission, to: user) == true else { throw GatewayRequestError.permissionDenied }
        if usersByID[user]?.isApp == true, !switches.moderationForApps { throw GatewayRequestError.permissionDenied }
    }

    /// The sockets that hear a channel.
    mutating func listeners(of room: ChannelState) -> [ConnectionID] {
        if let known = subscriptions.listeners(of: room.channel.id) { return known }
        let listeners = subscriptions.connections {
            ($0.clans.contains(room.channel.clan) || $0.channels.contains(room.channel.id)) && reads($0.user, room)
        }
        subscriptions.remember(listeners, hear: room.channel.id)
        return listeners
    }

    /// The sockets that hear a clan's own events.
    func listeners(of clan: ClanState) -> [ConnectionID] {
        subscriptions.connections { $0.clans.contains(clan.id) && clan.members.contains($0.user) }
    }

    func connections(of users: some Collection<UserID>) -> [ConnectionID] {
        let users = Set(users)
        return subscriptions.connections { users.contains($0.user) }
    }
}
