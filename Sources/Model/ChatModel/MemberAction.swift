public import Foundation

/// An action on a member of a clan. `inverse` is the action that reverses it, if there is one.
@nonexhaustive
public enum MemberAction: Hashable, Sendable, Codable {
    /// Prevents a user from writing in a channel; permanently if `until` is nil. Mezon's per-channel bans are used for this.
    case mute(UserID, in: ChannelID, until: Date?, reason: String)
    /// Allows a user to write in a channel again.
    case unmute(UserID, in: ChannelID)
    /// Removes a user from a clan. They can return with an invitation.
    case kick(UserID, of: ClanID, reason: String)
    /// Lifts a ban, under which the rules kick a user each time they join. Mezon has no clan-wide bans: the rules alone keep
    /// them, and nothing is sent for this action.
    case unban(UserID, of: ClanID)
    /// Gives a role to a member.
    case addRole(RoleID, to: UserID, of: ClanID)
    /// Takes a role from a member.
    case removeRole(RoleID, from: UserID, of: ClanID)

    /// The action's name in listings and traces.
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

    /// The user concerned.
    public var user: UserID {
        switch self {
        case .mute(let user, _, _, _), .unmute(let user, _), .kick(let user, _, _), .unban(let user, _),
            .addRole(_, let user, _), .removeRole(_, let user, _):
            user
        }
    }

    /// The channel concerned; nil if the action concerns the whole clan.
    public var channel: ChannelID? {
        switch self {
        case .mute(_, let channel, _, _), .unmute(_, let channel): channel
        case .kick, .unban, .addRole, .removeRole: nil
        }
    }

    /// The clan concerned; nil if the action concerns one channel.
    public var clan: ClanID? {
        switch self {
        case .mute, .unmute: nil
        case .kick(_, let clan, _), .unban(_, let clan), .addRole(_, _, let clan), .removeRole(_, _, let clan): clan
        }
    }

    /// The action that reverses it; nil for a kick, an unmute and an unban.
    public var inverse: MemberAction? {
        switch self {
        case .mute(let user, let channel, _, _): .unmute(user, in: channel)
        case .addRole(let role, let user, let clan): .removeRole(role, from: user, of: clan)
        case .removeRole(let role, let user, let clan): .addRole(role, to: user, of: clan)
        case .unmute, .kick, .unban: nil
        }
    }

    /// A Boolean value that indicates whether the action is sent to the server.
    public var travels: Bool {
        if case .unban = self { false } else { true }
    }
}
