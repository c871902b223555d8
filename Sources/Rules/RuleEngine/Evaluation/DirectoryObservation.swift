package import ChatModel

/// A lookup of a user, channel or clan during a decision, with its result.
///
/// Observations are stored with the turn, so that the decision can be replayed with the same results.
package enum DirectoryObservation: Hashable, Sendable, Codable {
    /// A member of a clan; `nil` for a user not known to be a member.
    case member(UserID, of: ClanID, Member?)
    case channel(ChannelID, Channel?)
    case clan(ClanID, Clan?)
    case channels(of: ClanID, [Channel])
    /// The names of a user whom the event does not name.
    case person(UserID, of: ClanID, Author?)
    /// A Boolean value that indicates whether more than one clan was known.
    case severalClans(Bool)
    /// A Boolean value that indicates whether the rule state was as it was when a rewind was computed.
    case rewindIsCurrent(Bool)

    /// Returns the channel without what rules do not use: its last message, which changes often, and its creator unless it is a
    /// thread.
    static func recorded(_ channel: Channel) -> Channel {
        guard !channel.lastMessage.isNone || channel.creator != nil else { return channel }
        var channel = channel
        channel.lastMessage = 0
        if !channel.isThread { channel.creator = nil }
        return channel
    }
}
