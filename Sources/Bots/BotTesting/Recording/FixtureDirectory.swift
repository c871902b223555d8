import ChatModel
import EventProcessing
import RuleEngine
import Storage

/// The members, channels and clans that a recording refers to, read once.
struct FixtureDirectory: Sendable {
    /// The members as of the last recorded entry.
    private(set) var members: [ClanID: [UserID: Member]]
    let channels: [ChannelID: Channel]
    let clanNames: [ClanID: String]
    /// The words of the names that must be recognized in texts, folded.
    let words: Set<String>
    /// The account of the bot; zero if no start is recorded.
    let me: UserID

    /// Reads the directory.
    ///
    /// - Parameters:
    ///   - people: The users whose names must be recognized.
    ///   - last: The last recorded entry; nil for the end of the journal.
    init(_ reader: JournalReader, knowing people: some Sequence<Author>, through last: Int64? = nil) async throws {
        let all = try await reader.channels()
        members = Dictionary(grouping: try await reader.members(), by: \.clan).mapValues { members in
            Dictionary(members.map { ($0.user, $0) }) { first, _ in first }
        }
        channels = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        clanNames = Dictionary(try await reader.clans().map { ($0.id, $0.name) }) { first, _ in first }
        var words: Set<String> = []
        for author in people {
            for name in [author.username, author.displayName, author.clanNick] { words.formUnion(Pseudonyms.words(of: name)) }
        }
        for channel in all { words.formUnion(Pseudonyms.words(of: channel.label)) }
        self.words = words
        me = try await reader.lastAccount()
        if let last { try await restoreRoles(as: last, reader) }
    }

    /// Takes back the changes of roles after an entry. What its decision knew of members is certain.
    private mutating func restoreRoles(as entry: Int64, _ reader: JournalReader) async throws {
        for later in try await reader.memberChanges(after: entry).reversed() {
            guard case .rolesChanged(let change)? = later.event else { continue }
            for user in change.added { members[change.clan]?[user]?.roles.removeAll { $0 == change.role } }
            for user in change.removed { members[change.clan]?[user]?.roles.append(change.role) }
        }
        for case .member(let user, let clan, let member?) in try await reader.observations(of: entry)
            .compactMap(DirectoryObservation.init(text:))
        {
            members[clan, default: [:]][user] = member
        }
    }
}
