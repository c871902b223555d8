import GRDB
package import MezonModel

/// The journal as a command beside a running house sees it: read only, without the lock.
package struct JournalReader: Sendable {
    /// An entry with what it came to so far.
    package struct Line: Sendable {
        package var entry: Entry
        /// Nil while the entry waits for its turn, and for our own messages, which get none.
        package var trace: Trace?
        package var deliveries: [Delivery]
    }

    private let database: DatabaseQueue

    /// - Throws: `StorageError.missing` where no bot has run with this folder yet.
    package init(folder: String) throws { database = try HouseDatabase.openToRead(DataFolder.house(in: folder)) }

    package func lines(after sequence: Int64, limit: Int) async throws -> [Line] {
        try await database.read { database in
            try JournalTable.entries(after: sequence, limit: limit, in: database).map { entry in
                Line(
                    entry: entry, trace: try TurnTable.trace(of: entry.sequence, in: database),
                    deliveries: try OutboxTable.deliveries(causedBy: entry.sequence, in: database))
            }
        }
    }

    package func lastSequence() async throws -> Int64 {
        try await database.read { try JournalTable.lastSequence(in: $0) }
    }

    package func channelLabels() async throws -> [ChannelID: String] {
        let channels = try await database.read { try DirectoryTable.channels(in: $0) }
        return Dictionary(uniqueKeysWithValues: channels.map { ($0.id, $0.label) })
    }
}
