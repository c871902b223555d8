package import ChatModel
package import Foundation
import GRDB

/// A read-only view of the journal for commands that run beside the application. It takes no lock.
package struct JournalReader: Sendable {
    /// An entry with its outcome so far.
    package struct Line: Sendable {
        package var entry: Entry
        /// The trace; nil while the entry waits for its turn, and for the application's own messages, which get none.
        package var trace: Trace?
        package var deliveries: [Delivery]
        /// The time at which the turn was committed.
        package var turnedAt: Date?
        /// The revision of the rules that decided; empty if none did.
        package var version: String
    }

    let database: any SQLReader
    /// The files that bots have attached and read.
    package let blobs: BlobStore

    package init(database: any SQLReader, blobs: BlobStore) {
        self.database = database
        self.blobs = blobs
    }

    /// - Parameter cipher: The cipher of an encrypted store.
    /// - Throws: `StorageError.missing` if no bot has run with this directory yet; `StorageError.olderSchema`
    ///   if it is not upgraded; `StorageError.sealed`, `StorageError.plain`,
    ///   `StorageError.wrongKey`.
    package init(folder: String, cipher: ValueCipher? = nil) throws {
        try DatabaseUpgrade.verifyDone(in: folder)
        let file = DataDirectory.database(in: folder)
        let queue = try DatabaseOpener.openToRead(file, cipher)
        guard try DatabaseOpener.translated(file, { try queue.read(DatabaseSchema.bot.hasCompletedMigrations) }) else {
            throw StorageError.olderSchema(file: file)
        }
        database = SQLiteReader(queue)
        blobs = BlobStore(folder: DataDirectory.blobs(in: folder), cipher: cipher)
    }

    package func lines(after sequence: Int64, limit: Int) async throws -> [Line] {
        try await database.read { database in
            try JournalTable.entries(after: sequence, limit: limit, in: database).map { try Self.line($0, in: database) }
        }
    }

    package func entries(after sequence: Int64, limit: Int) async throws -> [Entry] {
        try await database.read { try JournalTable.entries(after: sequence, limit: limit, in: $0) }
    }

    package func line(_ sequence: Int64) async throws -> Line? {
        try await database.read { database in
            try JournalTable.entry(sequence, in: database).map { try Self.line($0, in: database) }
        }
    }

    /// The entries with some sequences, in their order; those that do not exist are omitted.
    package func lines(_ sequences: [Int64]) async throws -> [Line] {
        guard !sequences.isEmpty else { return [] }
        return try await database.read { database in
            try sequences.compactMap { try JournalTable.entry($0, in: database) }.map { try Self.line($0, in: database) }
        }
    }

    /// The history of a message, oldest first.
    package func lines(about message: MessageID) async throws -> [Line] {
        try await database.read { database in
            try JournalTable.entries(about: message, in: database).map { try Self.line($0, in: database) }
        }
    }

    /// The traces that contain a text, with the sequences of their entries, in order. All traces are read.
    package func traces(containing text: String) async throws -> [(sequence: Int64, trace: Trace)] {
        try await database.read { try TurnTable.traces(containing: text, in: $0) }
    }

    /// The last version of a message before an entry; nil if the journal does not contain it in that channel.
    ///
    /// It does not suspend, because decisions call it and the query takes only microseconds.
    package func lastVersion(of message: MessageID, in channel: ChannelID, before sequence: Int64) throws -> Entry? {
        try database.readNow { try JournalTable.lastVersion(of: message, in: channel, before: sequence, in: $0) }
    }

    /// The last entry received up to a time, and the first one after it.
    package func neighbours(of date: Date) async throws -> (before: Entry?, after: Entry?) {
        try await database.read { try JournalTable.neighbours(of: date, in: $0) }
    }

    package func lastSequence() async throws -> Int64 {
        try await database.read { try JournalTable.lastSequence(in: $0) }
    }

    /// The first entry after a sequence; nil if there is none.
    package func firstSequence(after sequence: Int64) async throws -> Int64? {
        try await database.read {
            try ($0.value("SELECT min(sequence) FROM journal WHERE sequence > ?", [sequence]) as Int64?)
        }
    }

    package func channelLabels() async throws -> [ChannelID: String] {
        let channels = try await database.read { try DirectoryTable.channels(in: $0) }
        return Dictionary(channels.map { ($0.id, $0.label) }, uniquingKeysWith: { $1 })
    }

    package func channels() async throws -> [Channel] { try await database.read { try DirectoryTable.channels(in: $0) } }

    package func clans() async throws -> [Clan] { try await database.read { try DirectoryTable.clans(in: $0) } }

    private static func line(_ entry: Entry, in database: any SQLSession) throws -> Line {
        let turn = try TurnTable.outcome(of: entry.sequence, in: database)
        return Line(
            entry: entry, trace: turn?.trace, deliveries: try OutboxTable.deliveries(causedBy: entry.sequence, in: database),
            turnedAt: turn?.at, version: turn?.version ?? "")
    }
}
