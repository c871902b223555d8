package import ChatModel
import Synchronization

/// Reads of the journal.
extension Journal {
    package func entry(_ sequence: Int64) async throws -> Entry? {
        try await database.read { try JournalTable.entry(sequence, in: $0) }
    }

    package func entries(after sequence: Int64, limit: Int, bytes: Int = .max) async throws -> [Entry] {
        try await database.read { try JournalTable.entries(after: sequence, limit: limit, bytes: bytes, in: $0) }
    }

    /// The last version of a message before an entry, as decisions see it; nil if the journal does not have it in that channel.
    ///
    /// It does not suspend, and it returns entries that are not durable yet.
    package func lastVersion(of message: MessageID, in channel: ChannelID, before sequence: Int64) throws -> Entry? {
        if let latest = latestVersions.withLock({ $0.last(of: message, in: channel, before: sequence) }) { return latest }
        return try database.readNow { try JournalTable.lastVersion(of: message, in: channel, before: sequence, in: $0) }
    }

    /// The last entry about a message itself: its creation, edit or deletion.
    package func lastEntry(about message: MessageID, in channel: ChannelID) async throws -> Entry? {
        try await database.read { try JournalTable.last(about: message, in: channel, in: $0) }
    }

    /// The last entry about each message of a channel within a range of ids, as far as the journal is searched.
    package func lastEntries(in channel: ChannelID, within range: ClosedRange<MessageID>) async throws -> [Entry] {
        let maxScanned = 20_000  // Some tens of milliseconds.
        return try await database.read {
            try JournalTable.lastEntries(in: channel, within: range, maxScanned: maxScanned, in: $0)
        }
    }

    /// Entries after a sequence that have no turn yet, oldest first.
    ///
    /// - Parameter bytes: The total frame size after which reading stops.
    package func entriesWithoutTurn(after sequence: Int64, limit: Int, bytes: Int = .max) async throws -> [Entry] {
        try await database.read { try JournalTable.withoutTurn(after: sequence, limit: limit, bytes: bytes, in: $0) }
    }

    package func entriesWithoutTurn(
        in channel: ChannelID, after sequence: Int64, limit: Int, bytes: Int = .max
    ) async throws -> [Entry] {
        try await database.read {
            try JournalTable.withoutTurn(in: channel, after: sequence, limit: limit, bytes: bytes, in: $0)
        }
    }

    /// The backlog of entries that wait for their turn.
    package func waitingEntries() async throws -> Backlog {
        try await database.read { try WaitingEntryTable.backlog(in: $0) }
    }
}
