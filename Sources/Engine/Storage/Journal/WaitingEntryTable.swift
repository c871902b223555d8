import ChatModel

/// The entries that wait for their turns, so that those of one channel are found among all others.
///
/// An entry that is decided as it is appended has no row.
enum WaitingEntryTable {
    /// Entries up to the checkpoint count as done, also those of an imported journal, which have no turns.
    static let schema = """
        CREATE TABLE waiting_entry (
            channel INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            PRIMARY KEY (channel, sequence)
        ) STRICT, WITHOUT ROWID;
        \(filling)
        """

    /// SQL that inserts the rows of the entries in the journal.
    static let filling = """
        INSERT INTO waiting_entry (channel, sequence)
        SELECT channel, sequence FROM journal
        WHERE sequence > (SELECT coalesce(max(value), 0) FROM checkpoint WHERE name = 'turns_through')
            AND NOT is_own AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = journal.sequence);
        """

    static func insert(_ entry: Entry, into database: any SQLSession) throws {
        try database.run("INSERT INTO waiting_entry (channel, sequence) VALUES (?, ?)") { row in
            row.bind(entry.channel.rawValue)
            row.bind(entry.sequence)
        }
    }

    /// Deletes the row of an entry that gets its turn.
    static func delete(_ sequence: Int64, in database: any SQLSession) throws {
        try database.run(
            """
            DELETE FROM waiting_entry
            WHERE sequence = ?1 AND channel = (SELECT channel FROM journal WHERE sequence = ?1)
            """
        ) { $0.bind(sequence) }
    }

    /// The number of waiting entries and the time at which the oldest was received.
    static func backlog(in database: any SQLSession) throws -> Backlog {
        let row = try database.firstRow(
            """
            SELECT waiting.count, received_at FROM (SELECT count(*) AS count, min(sequence) AS oldest FROM waiting_entry) AS waiting
            LEFT JOIN journal ON journal.sequence = oldest
            """
        ) {
            Backlog($0)
        }
        return row ?? Backlog()
    }
}
