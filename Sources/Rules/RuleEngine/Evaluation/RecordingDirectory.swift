import ChatModel

/// A directory for one decision that records its lookups. A repeated lookup gives the same result, whatever has changed
/// meanwhile.
final class RecordingDirectory {
    private let lookup: DirectoryLookup
    /// The lookups, in the order of their first use.
    private(set) var observations: [DirectoryObservation] = []
    /// The messages looked up: those that the event changes or replies to. They are not recorded: the journal has them for as long as
    /// texts are kept.
    private var messages: [MessageID: Message?] = [:]
    /// The channel whose clan was asked for last, by every rule for the same event.
    private var lastClan: (channel: ChannelID, clan: ClanID)?

    init(_ lookup: DirectoryLookup) { self.lookup = lookup }

    /// A directory of the same sources without recorded lookups.
    var withoutRecording: RecordingDirectory { RecordingDirectory(lookup) }

    func member(_ user: UserID, _ clan: ClanID) -> Member? {
        for case .member(user, of: clan, let member) in observations { return member }
        let member = lookup.member(user, clan)
        observations.append(.member(user, of: clan, member))
        return member
    }

    func channel(_ id: ChannelID) -> Channel? {
        for case .channel(id, let channel) in observations { return channel }
        let channel = lookup.channel(id).map(DirectoryObservation.recorded)
        observations.append(.channel(id, channel))
        return channel
    }

    /// Returns the clan to which an event belongs.
    func clan(of event: Event) -> ClanID {
        let id = event.channel
        if let lastClan, lastClan.channel == id { return lastClan.clan }
        let clan = event.clan(channel)
        // Otherwise the clan depends on more than the channel.
        if !id.isNone, !clan.isNone, channel(id)?.clan == clan { lastClan = (id, clan) }
        return clan
    }

    func clan(_ id: ClanID) -> Clan? {
        for case .clan(id, let clan) in observations { return clan }
        let clan = lookup.clan(id)
        observations.append(.clan(id, clan))
        return clan
    }

    func channels(_ clan: ClanID) -> [Channel] {
        for case .channels(of: clan, let channels) in observations { return channels }
        let channels = lookup.channels(clan).map(DirectoryObservation.recorded)
        observations.append(.channels(of: clan, channels))
        return channels
    }

    func person(_ user: UserID, _ clan: ClanID) -> Author? {
        for case .person(user, of: clan, let author) in observations { return author }
        let author = lookup.user(user, clan)
        observations.append(.person(user, of: clan, author))
        return author
    }

    var hasSeveralClans: Bool {
        for case .severalClans(let isSo) in observations { return isSo }
        let isSo = lookup.hasSeveralClans()
        observations.append(.severalClans(isSo))
        return isSo
    }

    /// Returns whether the rule state is as it was when a rewind was computed.
    func isCurrent(_ rewind: SystemEvent.Rewind) -> Bool {
        let isSo = lookup.isCurrent(rewind)
        observations.append(.rewindIsCurrent(isSo))
        return isSo
    }

    /// Returns the message that an event edits, deletes or replies to, as it was before the event's entry.
    func message(_ id: MessageID, in channel: ChannelID, before sequence: Int64) -> Message? {
        if let known = messages[id] { return known }
        let earlier = lookup.message(id, channel, sequence)
        messages[id] = .some(earlier)
        return earlier
    }
}
