package import MezonModel

/// What is known of people and places besides the event itself, as it stands when a decision is made.
package struct DirectoryLookup: Sendable {
    package var member: @Sendable (UserID, ClanID) -> Member?
    package var channel: @Sendable (ChannelID) -> Channel?
    package var clan: @Sendable (ClanID) -> Clan?
    /// All channels of a clan that we know, in the order of their ids.
    package var channels: @Sendable (ClanID) -> [Channel]

    package init(
        member: @escaping @Sendable (UserID, ClanID) -> Member?, channel: @escaping @Sendable (ChannelID) -> Channel?,
        clan: @escaping @Sendable (ClanID) -> Clan?, channels: @escaping @Sendable (ClanID) -> [Channel]
    ) {
        self.member = member
        self.channel = channel
        self.clan = clan
        self.channels = channels
    }

    package static let unknown = DirectoryLookup(
        member: { _, _ in nil }, channel: { _ in nil }, clan: { _ in nil }, channels: { _ in [] })
}
