import ChatModel
import Foundation
import MezonProtocol

/// The complete state of the gateway: users, clans, channels, messages, and subscriptions.
///
/// Its methods map a request to a reply and pushes, without I/O. It has no socket and no clock; the server passes the time.
struct GatewayState {
    var usersByID: [UserID: GatewayUser] = [:]
    var clans: [ClanID: ClanState] = [:]
    /// The channels, threads, groups and direct conversations.
    var rooms: [ChannelID: ChannelState] = [:]
    var messages: MessageLog
    /// The conversations that their members have closed, until the next message.
    var closedConversations: Set<Reader> = []
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
    /// The gateway's own address, for upload addresses.
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
        messages = MessageLog(perChannel: limits.messagesPerChannel, total: limits.totalMessages)
        friends = FriendList(limit: limits.friendsPerAccount)
        notifications = NotificationStore(limit: limits.notificationsPerAccount)
        ledger = TokenLedger(limit: limits.transfers)
        uploads = UploadStore(maxBytes: limits.uploadBytes, total: limits.totalUploadBytes)
    }

    /// Returns a new id, greater than all earlier ones.
    mutating func nextID(at now: Date) -> Int64 { ids.next(at: now) }

    /// - Throws: `GatewayRequestError` if the name or the id is taken.
    mutating func add(_ user: GatewayUser) throws(GatewayRequestError) {
        guard usersByID[user.id] == nil, names[user.name] == nil else {
            throw GatewayRequestError.exists("there is an account '\(user.name)' with this name or id")
        }
        usersByID[user.id] = user
        names[user.name] = user.id
    }

    func user(named name: String) -> GatewayUser? { names[name].flatMap { usersByID[$0] } }

    /// Returns a Boolean value that indicates whether an account may read a channel.
    func reads(_ user: UserID, _ room: ChannelState) -> Bool {
        if room.isConversation { return room.members.contains(user) }
        guard let clan = clans[room.channel.clan], clan.members.contains(user) else { return false }
        if !room.overrides.isEmpty, !permissions(of: user, in: room).contains(.viewChannel) { return false }
        if room.channel.isPrivate { return room.members.contains(user) }
        guard room.isThread, let parent = rooms[room.channel.parent] else { return true }
        return reads(user, parent)
    }

    /// Returns a channel if the account may read it; otherwise the error is the same as for a missing channel.
    func room(_ id: ChannelID, for user: UserID) throws(GatewayRequestError) -> ChannelState {
        guard let room = rooms[id], reads(user, room) else { throw GatewayRequestError.channelNotFound }
        return room
    }

    func clan(_ id: ClanID, for user: UserID) throws(GatewayRequestError) -> ClanState {
        guard let clan = clans[id], clan.members.contains(user) else { throw GatewayRequestError.clanNotFound }
        return clan
    }

    /// - Throws: `GatewayRequestError.permissionDenied` if the account lacks the permission, or is an application while
    ///   moderation by applications is switched off.
    func require(_ permission: Permission, of user: UserID, in clan: ClanID) throws(GatewayRequestError) {
        guard clans[clan]?.allows(permission, to: user) == true else { throw GatewayRequestError.permissionDenied }
        if usersByID[user]?.isApp == true, !switches.moderationForApps { throw GatewayRequestError.permissionDenied }
    }

    /// Returns the sockets that receive a channel's events.
    mutating func listeners(of room: ChannelState) -> [ConnectionID] {
        if let cached = subscriptions.listeners(of: room.channel.id) { return cached }
        let listeners = subscriptions.connections {
            ($0.clans.contains(room.channel.clan) || $0.channels.contains(room.channel.id)) && reads($0.user, room)
        }
        subscriptions.cache(listeners, of: room.channel.id)
        return listeners
    }

    /// Returns the sockets that receive a clan's own events.
    func listeners(of clan: ClanState) -> [ConnectionID] {
        subscriptions.connections { $0.clans.contains(clan.id) && clan.members.contains($0.user) }
    }

    func connections(of users: some Collection<UserID>) -> [ConnectionID] {
        let users = Set(users)
        return subscriptions.connections { users.contains($0.user) }
    }
}
