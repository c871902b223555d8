import GRDB

/// Which entry a ticket was given to, where its turn came later onto the disk than that of a later ticket, or never.
///
/// What rules count lies in memory, and a decision sees there what those before it have left. One that is lost in a crash is made again
/// under another ticket; here is where its first one stood.
enum DecisionTicketTable {
    static let schema = """
        CREATE TABLE given (
            ticket INTEGER PRIMARY KEY,
            sequence INTEGER NOT NULL,
            version TEXT NOT NULL
        ) STRICT;
        """

    static func note(_ decision: PendingDecision, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO given (ticket, sequence, version) VALUES (?, ?, ?)")
        statement.setUncheckedArguments([decision.ticket, decision.sequence, decision.version])
        try statement.execute()
    }

    /// Keeps only what is lost for good: at a start, and with the last ticket that anything on disk has.
    static func settle(after last: Int64, in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM given WHERE ticket > ? OR ticket IN (SELECT ticket FROM decision)
                    OR EXISTS (SELECT 1 FROM turn WHERE turn.ticket > 0 AND turn.ticket = given.ticket)
                """, arguments: [last])
    }

    /// Forgets those that have a turn by now, of entries up to one.
    static func forgetTurned(through sequence: Int64, in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM given
                WHERE sequence <= ? AND EXISTS (SELECT 1 FROM turn WHERE turn.ticket > 0 AND turn.ticket = given.ticket)
                """, arguments: [sequence])
    }
}
