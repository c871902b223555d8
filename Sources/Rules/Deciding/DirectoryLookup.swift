package import MezonModel

/// What is known of people and places besides the event itself, as it stands when a decision is made.
package struct DirectoryLookup: Sendable {
    package var member: @Sendable (UserID, ClanID) -> Member?
    package var channel: @Sendable (ChannelID) -> Channel?
    package var clan: @Sendable (ClanID) -> Clan?
    /// All channels of a clan that we know, in the order of their ids.
    package var channels: @Sendable (ClanID) -> [Channel]
    /// The names of somebody in a clan; outside of clans those of the account alone.
    package var person: @Sendable (UserID, ClanID) -> Author?
    /// A message as the journal had it last before an entry; nil where it was not seen, or is of another channel.
    package var message: @Sendable (MessageID, _ in: ChannelID, _ before: Int64) -> Message?

    package init(
        member: @escaping @Sendable (UserID, ClanID) -> Member?, channel: @escaping @Sendable (ChannelID) -> Channel?,
        clan: @escaping @Sendable (ClanID) -> Clan?, channels: @escaping @Sendable (ClanID) -> [Channel],
        person: @escaping @Sendable (UserID, ClanID) -> Author? = { _, _ in nil },
        message: @escaping @Sendable (MessageID, _ in: ChannelID, _ before: Int64) -> Message? = { _, _, _ in nil }
    ) {
        self.member = member
        self.channel = channel
        self.clan = clan
        self.channels = channels
        self.person = person
        self.message = message
    }

    package static let unknown = DirectoryLookup(
        member: { _, _ in nil }, channel: { _ in nil }, clan: { _ in nil }, channels: { _ in [] })
}
