package import MezonModel

/// One thing that a decision saw of people and places besides its event: what it asked for, and what was known of it then.
///
/// Kept with the turn, so that the decision can be made again as it was made.
package enum DirectoryObservation: Hashable, Sendable, Codable {
    /// Nil for somebody who was not known to belong to the clan.
    case member(UserID, of: ClanID, Member?)
    case channel(ChannelID, Channel?)
    case clan(ClanID, Clan?)
    case channels(of: ClanID, [Channel])
    /// The names of somebody whom the event does not name.
    case person(UserID, of: ClanID, Author?)

    /// Without what changes all the time and no rule asks for: the newest message of a channel.
    static func seen(_ channel: Channel) -> Channel {
        guard !channel.lastMessage.isNone else { return channel }
        var channel = channel
        channel.lastMessage = 0
        return channel
    }
}
