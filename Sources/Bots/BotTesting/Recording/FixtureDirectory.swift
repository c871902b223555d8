import ChatModel
import EventProcessing
import Storage

/// The members, channels and clans that a recording refers to, read once.
struct FixtureDirectory: Sendable {
    let members: [ClanID: [UserID: Member]]
    let channels: [ChannelID: Channel]
    let clanNames: [ClanID: String]
    /// The words of the names that must be recognized in texts, folded.
    let words: Set<String>
    /// The account of the bot; zero if no start is recorded.
    let me: UserID
    /// The changes of roles after the last recorded entry, which the current members have and the recorded ones have not.
    let laterChanges: [RoleChange]

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
        let later = if let last { try await reader.memberChanges(after: last) } else { [Entry]() }
        laterChanges = later.compactMap { if case .rolesChanged(let change)? = $0.event { change } else { nil } }
    }
}
