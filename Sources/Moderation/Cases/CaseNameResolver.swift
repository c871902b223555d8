import Hooks
package import MezonModel
package import Persistence

/// The names of people, channels and clans that cases are about, as far as the store knows them.
package struct CaseNameResolver: Sendable, Hashable {
    private var people: [UserID: String]
    private var channels: [ChannelID: Channel]
    private var clans: [ClanID: String]

    package init(people: [UserID: String] = [:], channels: [ChannelID: Channel] = [:], clans: [ClanID: String] = [:]) {
        self.people = people.filter { !$0.value.isEmpty }
        self.channels = channels
        self.clans = clans.filter { !$0.value.isEmpty }
    }

    /// A person's name alone; nil where nobody knows it.
    func name(_ user: UserID) -> String? { people[user]?.shown }

    /// `An (…202)`: enough to know somebody again; the id alone where there is no name.
    package func short(_ user: UserID) -> String {
        people[user].map { "\($0.shown) (…\("\(user)".suffix(3)))" } ?? "\(user)"
    }

    /// `An (1900000000000000202)`: for what goes on to be typed.
    package func whole(_ user: UserID) -> String { people[user].map { "\($0.shown) (\(user))" } ?? "\(user)" }

    /// `Lab`; the id where there is no name, and `direct` for what belongs to no clan.
    package func clan(_ clan: ClanID) -> String { clan.isNone ? Self.direct : clans[clan]?.shown ?? "\(clan)" }

    /// `#general`; nil where the channel has no name.
    func label(_ channel: ChannelID) -> String? {
        channels[channel].flatMap { $0.label.isEmpty ? nil : "#\($0.label.shown)" }
    }

    /// `Lab/#general`; the id where there is no name.
    package func place(_ channel: ChannelID) -> String {
        guard let label = label(channel) else { return "\(channel)" }
        guard let clan = channels[channel]?.clan, !clan.isNone, clans[clan] != nil else { return label }
        return "\(self.clan(clan))/\(label)"
    }

    /// The word for cases that belong to no clan.
    package static let direct = "direct"
}

extension JournalReader {
    /// Names from the directory of channels and from the messages that the cases are about; of several, a person's newest.
    package func names(in cases: [StoredCase]) async throws -> CaseNameResolver {
        var people: [UserID: String] = [:]
        for record in cases {
            let entries: [Entry] =
                if record.draft.message.isNone {
                    [try await line(record.cause)?.entry].compactMap(\.self)
                } else {
                    try await lines(about: record.draft.message).map(\.entry)
                }
            for entry in entries {
                switch entry.event {
                case .message(let message), .edit(let message): people[message.author.id] = message.author.name
                case .memberJoined(let joined): for user in joined.users { people[user] = joined.username }
                default: break
                }
            }
        }
        let places = try await places()
        return CaseNameResolver(
            people: people, channels: Dictionary(try await channels().map { ($0.id, $0) }) { first, _ in first },
            clans: places.clanLabels)
    }
}
