public import Foundation

/// A member of a clan, as the directory knows them.
public struct Member: Hashable, Sendable, Codable {
    /// The clan.
    public var clan: ClanID
    /// The user.
    public var user: UserID
    /// The member's roles.
    public var roles: [RoleID]
    /// The time at which the user joined; nil if unknown.
    public var joinedAt: Date?
    /// A Boolean value that indicates whether the server reports the account as an application.
    public var isBot: Bool
    /// Nil for false, as older builds stored it.
    private var unidentified: Bool?

    /// A Boolean value that indicates whether the server has not yet reported if the account is a person or an application. Until
    /// then it passes no check for a role or a user.
    package var isUnidentified: Bool {
        get { unidentified ?? false }
        set { unidentified = newValue ? true : nil }
    }

    /// Creates a member.
    public init(clan: ClanID, user: UserID, roles: [RoleID] = [], joinedAt: Date? = nil, isBot: Bool = false) {
        self.isBot = isBot
        self.clan = clan
        self.user = user
        self.roles = roles
        self.joinedAt = joinedAt
    }
}

/// A change of the members that have a role.
public struct RoleChange: Hashable, Sendable, Codable {
    /// The clan.
    public var clan: ClanID
    /// The role.
    public var role: RoleID
    /// The users who received the role.
    public var added: [UserID]
    /// The users who lost the role.
    public var removed: [UserID]

    /// Creates a change.
    public init(clan: ClanID, role: RoleID, added: [UserID] = [], removed: [UserID] = []) {
        self.clan = clan
        self.role = role
        self.added = added
        self.removed = removed
    }
}

/// A ban from writing in a channel, or the end of one.
public struct BanChange: Hashable, Sendable, Codable {
    /// The clan.
    public var clan: ClanID
    /// The channel.
    public var channel: ChannelID
    /// The users concerned.
    public var users: [UserID]
    /// The user who imposed or lifted the ban.
    public var by: UserID
    /// A Boolean value that indicates whether the ban was lifted.
    public var isLifted: Bool
    /// The duration of the ban; nil for a permanent one.
    public var duration: Duration?

    /// Creates a change.
    public init(clan: ClanID, channel: ChannelID, users: [UserID], by: UserID, isLifted: Bool, duration: Duration? = nil) {
        self.clan = clan
        self.channel = channel
        self.users = users
        self.by = by
        self.isLifted = isLifted
        self.duration = duration
    }
}
