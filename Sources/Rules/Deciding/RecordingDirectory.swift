import MezonModel

/// A directory for one decision that records its lookups. A repeated lookup gives the same result, whatever has changed
/// meanwhile.
final class RecordingDirectory {
    private let surroundings: DirectoryLookup
    /// The lookups, in the order of their first use.
    private(set) var seen: [DirectoryObservation] = []
    /// The message that the event changes. It is not recorded: the journal has it for as long as texts are kept.
    private var message: Message??

    init(_ surroundings: DirectoryLookup) { self.surroundings = surroundings }

    /// A directory of the same sources without recorded lookups.
    var forgetful: RecordingDirectory { RecordingDirectory(surroundings) }

    func member(_ user: UserID, _ clan: ClanID) -> Member? {
        for case .member(user, of: clan, let member) in seen { return member }
        let member = surroundings.member(user, clan)
        seen.append(.member(user, of: clan, member))
        return member
    }

    func channel(_ id: ChannelID) -> Channel? {
        for case .channel(id, let channel) in seen { return channel }
        let channel = surroundings.channel(id).map(DirectoryObservation.seen)
        seen.append(.channel(id, channel))
        return channel
    }

    func clan(_ id: ClanID) -> Clan? {
        for case .clan(id, let clan) in seen { return clan }
        let clan = surroundings.clan(id)
        seen.append(.clan(id, clan))
        return clan
    }

    func channels(_ clan: ClanID) -> [Channel] {
        for case .channels(of: clan, let channels) in seen { return channels }
        let channels = surroundings.channels(clan).map(DirectoryObservation.seen)
        seen.append(.channels(of: clan, channels))
        return channels
    }

    func person(_ user: UserID, _ clan: ClanID) -> Author? {
        for case .person(user, of: clan, let author) in seen { return author }
        let author = surroundings.person(user, clan)
        seen.append(.person(user, of: clan, author))
        return author
    }

    /// Returns the message that an event edits or deletes, as it was before the event's entry.
    func message(_ id: MessageID, in channel: ChannelID, before sequence: Int64) -> Message? {
        if let message { return message }
        let earlier = surroundings.message(id, channel, sequence)
        message = .some(earlier)
        return earlier
    }
}
