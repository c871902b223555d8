package import ChatModel

/// The functions that look up users and channels at the time of a decision.
package struct DirectoryLookup: Sendable {
    package var member: @Sendable (UserID, ClanID) -> Member?
    package var channel: @Sendable (ChannelID) -> Channel?
    package var clan: @Sendable (ClanID) -> Clan?
    /// Returns the known channels of a clan, ordered by id.
    package var channels: @Sendable (ClanID) -> [Channel]
    /// Returns a user's names in a clan; outside of clans only those of the account.
    package var user: @Sendable (UserID, ClanID) -> Author?
    /// Returns the last version of a message in the journal before an entry; `nil` if it was not seen or belongs to another
    /// channel.
    package var message: @Sendable (MessageID, _ in: ChannelID, _ before: Int64) -> Message?

    /// Returns whether more than one clan is known.
    package var hasSeveralClans: @Sendable () -> Bool
    /// Returns whether the rule state is as it was when a rewind was computed.
    package var isCurrent: @Sendable (SystemEvent.Rewind) -> Bool = { _ in false }

    package init(
        member: @escaping @Sendable (UserID, ClanID) -> Member?, channel: @escaping @Sendable (ChannelID) -> Channel?,
        clan: @escaping @Sendable (ClanID) -> Clan?, channels: @escaping @Sendable (ClanID) -> [Channel],
        user: @escaping @Sendable (UserID, ClanID) -> Author? = { _, _ in nil },
        message: @escaping @Sendable (MessageID, _ in: ChannelID, _ before: Int64) -> Message? = { _, _, _ in nil },
        hasSeveralClans: @escaping @Sendable () -> Bool = { false }
    ) {
        self.member = member
        self.channel = channel
        self.clan = clan
        self.channels = channels
        self.user = user
        self.message = message
        self.hasSeveralClans = hasSeveralClans
    }

    package static let unknown = DirectoryLookup(
        member: { _, _ in nil }, channel: { _ in nil }, clan: { _ in nil }, channels: { _ in [] })

    /// Returns whether a channel belongs to another clan. It is `false` outside of clans.
    package func isElsewhere(_ channel: ChannelID?, from clan: ClanID) -> Bool {
        !clan.isNone && channel.flatMap(self.channel).isOf(anotherClanThan: clan, hasSeveralClans: hasSeveralClans())
    }
}

extension Channel? {
    /// Returns whether a channel belongs to another clan. An unknown or missing channel does, unless only one clan is known.
    func isOf(anotherClanThan clan: ClanID, hasSeveralClans: @autoclosure () -> Bool) -> Bool {
        guard let self else { return hasSeveralClans() }
        return !self.clan.isNone && self.clan != clan
    }
}
