public import Foundation

/// Something that a member of a clan does and that soon passes. It is an event only for bots whose manifests list its kind.
public struct MemberActivity: Hashable, Sendable, Codable {
    /// The kind of activity.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The user has come online.
        case online
        /// The user has gone offline.
        case offline
        /// The user is writing a message.
        case typing
    }

    /// The kind of activity.
    public var kind: Kind
    /// The clan of which the user is a member.
    public var clan: ClanID
    /// The channel in which the user writes; zero for other kinds.
    public var channel: ChannelID
    /// The user.
    public var user: UserID
    /// The time at which the server reported it.
    public var at: Date
    /// The number of the connection that came or went; nil once the activity is journaled.
    package var session: Int32?

    /// Creates an activity.
    public init(_ kind: Kind, of user: UserID, clan: ClanID, channel: ChannelID = 0, at: Date) {
        self.kind = kind
        self.clan = clan
        self.channel = channel
        self.user = user
        self.at = at
    }
}
