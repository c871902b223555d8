public import Foundation

/// Something done to a member of a clan. Each has an inverse, or says that it has none.
public enum MemberAction: Hashable, Sendable, Codable {
    /// Keeps somebody from writing in a channel; `until` is nil for ever. Mezon's bans belong to channels: this is one.
    case mute(UserID, in: ChannelID, until: Date?, reason: String)
    case unmute(UserID, in: ChannelID)
    /// Removes somebody from a clan. They may come back by an invitation.
    case kick(UserID, of: ClanID, reason: String)
    /// Lets somebody come back whom the rules kick whenever they join. Mezon has no such ban: it is kept by the rules alone, and nothing is
    /// sent for it.
    case unban(UserID, of: ClanID)
    case addRole(RoleID, to: UserID, of: ClanID)
    case removeRole(RoleID, from: UserID, of: ClanID)

    /// One word for listings and traces.
    public var kind: String {
        switch self {
        case .mute: "mute"
        case .unmute: "unmute"
        case .kick: "kick"
        case .unban: "unban"
        case .addRole: "add_role"
        case .removeRole: "remove_role"
        }
    }

    public var user: UserID {
        switch self {
        case .mute(let user, _, _, _), .unmute(let user, _), .kick(let user, _, _), .unban(let user, _),
            .addRole(_, let user, _), .removeRole(_, let user, _):
            user
        }
    }

    /// Where it holds; nil for what concerns a whole clan.
    public var channel: ChannelID? {
        switch self {
        case .mute(_, let channel, _, _), .unmute(_, let channel): channel
        case .kick, .unban, .addRole, .removeRole: nil
        }
    }

    /// The clan that it concerns as a whole; nil for what holds in one channel.
    public var clan: ClanID? {
        switch self {
        case .mute, .unmute: nil
        case .kick(_, let clan, _), .unban(_, let clan), .addRole(_, _, let clan), .removeRole(_, _, let clan): clan
        }
    }

    /// What takes it back; nil for a kick, which only an invitation does.
    public var inverse: MemberAction? {
        switch self {
        case .mute(let user, let channel, _, _): .unmute(user, in: channel)
        case .addRole(let role, let user, let clan): .removeRole(role, from: user, of: clan)
        case .removeRole(let role, let user, let clan): .addRole(role, to: user, of: clan)
        case .unmute, .kick, .unban: nil
        }
    }

    /// Whether the server is asked for it.
    public var travels: Bool {
        if case .unban = self { false } else { true }
    }
}
