/// The entries of decision tickets whose turns were committed after that of a later ticket, or never.
///
/// Rule counters are in memory, and a decision sees the changes of the decisions before it. A decision lost in a crash is repeated
/// under another ticket; this table records its first position.
enum DecisionTicketTable {
    static let schema = """
        CREATE TABLE given (
            ticket INTEGER PRIMARY KEY,
            sequence INTEGER NOT NULL,
            version TEXT NOT NULL
        ) STRICT;
        """

    /// Records a ticket. That of an entry that was decided as it was appended and could not be stored is ignored.
    static func note(_ decision: PendingDecision, in database: any SQLSession) throws {
        let sql = """
            INSERT INTO decision_ticket (ticket, sequence, revision)
            SELECT CAST(?1 AS BIGINT), CAST(?2 AS BIGINT), CAST(?3 AS TEXT) WHERE EXISTS (SELECT 1 FROM journal WHERE sequence = ?2)
            ON CONFLICT (ticket) DO UPDATE SET sequence = excluded.sequence, revision = excluded.revision
            """
        try database.execute(sql, [decision.ticket, decision.sequence, decision.version])
    }

    /// Keeps only tickets that are lost for good. Called at start with the last ticket used by any stored decision.
    static func pruneResolved(after last: Int64, in database: any SQLSession) throws {
        try database.execute(
            """
            DELETE FROM decision_ticket WHERE ticket > ? OR ticket IN (SELECT ticket FROM decision)
                OR EXISTS (SELECT 1 FROM turn WHERE turn.ticket > 0 AND turn.ticket = decision_ticket.ticket)
            """, [last])
    }

    /// Deletes the tickets that have a turn by now, for entries up to `sequence`.
    static func deleteCommitted(through sequence: Int64, in database: any SQLSession) throws {
        try database.execute(
            """
            DELETE FROM decision_ticket
            WHERE sequence <= ? AND EXISTS (SELECT 1 FROM turn WHERE turn.ticket > 0 AND turn.ticket = decision_ticket.ticket)
            """, [sequence])
    }
}
