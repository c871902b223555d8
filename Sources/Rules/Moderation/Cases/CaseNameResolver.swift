package import ChatModel
import EventProcessing
package import Storage

/// The names of users, channels and clans in cases, as far as the store has them.
package struct CaseNameResolver: Sendable, Hashable {
    private var users: [UserID: String]
    private var channels: [ChannelID: Channel]
    private var clans: [ClanID: String]

    package init(people: [UserID: String] = [:], channels: [ChannelID: Channel] = [:], clans: [ClanID: String] = [:]) {
        self.users = people.filter { !$0.value.isEmpty }
        self.channels = channels
        self.clans = clans.filter { !$0.value.isEmpty }
    }

    /// Returns a user's name; `nil` if it is unknown.
    func name(_ user: UserID) -> String? { users[user]?.terminalLine }

    /// Returns a name with a shortened id, `An (…202)`, enough to recognize a user; the id if there is no name.
    package func short(_ user: UserID) -> String {
        users[user].map { "\($0.terminalLine) (…\("\(user)".suffix(3)))" } ?? "\(user)"
    }

    /// Returns a name with the full id, `An (1900000000000000202)`, to be used in further commands.
    package func whole(_ user: UserID) -> String { users[user].map { "\($0.terminalLine) (\(user))" } ?? "\(user)" }

    /// Returns a clan's name, such as `Lab`; the id if there is no name, and `direct` without a clan.
    package func clan(_ clan: ClanID) -> String { clan.isNone ? Self.direct : clans[clan]?.terminalLine ?? "\(clan)" }

    /// Returns a channel's label, such as `#general`; `nil` if it has none.
    func label(_ channel: ChannelID) -> String? {
        channels[channel].flatMap { $0.label.isEmpty ? nil : "#\($0.label.terminalLine)" }
    }

    /// Returns a channel with its clan, such as `Lab/#general`; the id if there is no name.
    package func channelPath(_ channel: ChannelID) -> String {
        guard let label = label(channel) else { return "\(channel)" }
        guard let clan = channels[channel]?.clan, !clan.isNone, clans[clan] != nil else { return label }
        return "\(self.clan(clan))/\(label)"
    }

    /// Returns the names without those of some channels, which are then shown by their ids.
    func hiding(_ isHidden: (ChannelID) -> Bool) -> CaseNameResolver {
        CaseNameResolver(people: users, channels: channels.filter { !isHidden($0.key) }, clans: clans)
    }

    /// The word for cases without a clan.
    package static let direct = "direct"
}

extension JournalReader {
    /// Returns the names from the channel directory and from the messages that the cases are about; for each user the newest.
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
        let channelNames = try await self.channelNames()
        return CaseNameResolver(
            people: people, channels: Dictionary(try await channels().map { ($0.id, $0) }) { first, _ in first },
            clans: channelNames.clanLabels)
    }
}
