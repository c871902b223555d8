import Hooks
package import MezonModel
package import Persistence

/// The names of people and channels that cases are about, as far as the store knows them.
package struct CaseNameResolver: Sendable, Hashable {
    private var people: [UserID: String]
    private var channels: [ChannelID: String]

    package init(people: [UserID: String] = [:], channels: [ChannelID: String] = [:]) {
        self.people = people.filter { !$0.value.isEmpty }
        self.channels = channels.filter { !$0.value.isEmpty }
    }

    /// `An (…202)`: enough to know somebody again; the id alone where there is no name.
    package func short(_ user: UserID) -> String {
        people[user].map { "\($0.shown) (…\("\(user)".suffix(3)))" } ?? "\(user)"
    }

    /// `An (1900000000000000202)`: for what goes on to be typed.
    package func whole(_ user: UserID) -> String { people[user].map { "\($0.shown) (\(user))" } ?? "\(user)" }

    /// `#general`; the id where there is no name.
    package func place(_ channel: ChannelID) -> String { channels[channel].map { "#\($0.shown)" } ?? "\(channel)" }
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
        return CaseNameResolver(people: people, channels: try await channelLabels())
    }
}
