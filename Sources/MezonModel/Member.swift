public import Foundation

/// Somebody in a clan, as the directory knows them.
public struct Member: Hashable, Sendable, Codable {
    public var clan: ClanID
    public var user: UserID
    public var roles: [RoleID]
    /// Nil where nobody told us.
    public var joinedAt: Date?
    /// Whether the server says that it is an application.
    public var isBot: Bool
    /// Nil where it is false, as older builds wrote it.
    private var unidentified: Bool?

    /// Whether the server has not said yet if it is a person or an application. What needs a role or a name is not theirs until then.
    package var isUnidentified: Bool {
        get { unidentified ?? false }
        set { unidentified = newValue ? true : nil }
    }

    public init(clan: ClanID, user: UserID, roles: [RoleID] = [], joinedAt: Date? = nil, isBot: Bool = false) {
        self.isBot = isBot
        self.clan = clan
        self.user = user
        self.roles = roles
        self.joinedAt = joinedAt
    }
}

/// People who were given a role, or lost it.
public struct RoleChange: Hashable, Sendable, Codable {
    public var clan: ClanID
    public var role: RoleID
    public var added: [UserID]
    public var removed: [UserID]

    public init(clan: ClanID, role: RoleID, added: [UserID] = [], removed: [UserID] = []) {
        self.clan = clan
        self.role = role
        self.added = added
        self.removed = removed
    }
}

/// Somebody was kept from writing in a channel, or may write again.
public struct BanChange: Hashable, Sendable, Codable {
    public var clan: ClanID
    public var channel: ChannelID
    public var users: [UserID]
    public var by: UserID
    public var isLifted: Bool
    /// Nil for ever.
    public var duration: Duration?

    public init(clan: ClanID, channel: ChannelID, users: [UserID], by: UserID, isLifted: Bool, duration: Duration? = nil) {
        self.clan = clan
        self.channel = channel
        self.users = users
        self.by = by
        self.isLifted = isLifted
        self.duration = duration
    }
}
