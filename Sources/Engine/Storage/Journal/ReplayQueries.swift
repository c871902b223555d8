import Foundation

/// Queries for decisions and their recorded inputs.
enum ReplayQueries {
    /// Decisions after a ticket, in order: those with a turn, those that wait for one, and those that were lost.
    static func decided(
        after ticket: Int64, limit: Int, withOutcomes: Bool, in database: any SQLSession
    ) throws -> [JournalReader.Decided] {
        let turned = try rows(
            """
            SELECT \(JournalTable.columns), turn.ticket, turn.revision, \(trace(withOutcomes)), turn.observations
            FROM turn \(database.dialect.index("turn_by_ticket")) JOIN journal ON journal.sequence = turn.sequence
            WHERE turn.ticket > 0 AND turn.ticket > ? AND \(JournalTable.isIntact(in: database)) ORDER BY turn.ticket LIMIT ?
            """, ticket, limit, withOutcomes: withOutcomes, in: database)
        let open = try rows(
            """
            SELECT \(JournalTable.columns), decision.ticket, \(EncryptedColumn.decision.opened)
            FROM decision JOIN journal ON journal.sequence = decision.sequence
            WHERE decision.ticket > ? AND \(JournalTable.isIntact(in: database)) ORDER BY decision.ticket LIMIT ?
            """, ticket, limit, withOutcomes: withOutcomes, in: database)
        let lost = try rows(
            """
            SELECT \(JournalTable.columns), decision_ticket.ticket, decision_ticket.revision, 0
            FROM decision_ticket JOIN journal ON journal.sequence = decision_ticket.sequence
            WHERE decision_ticket.ticket > ? AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.ticket > 0 AND turn.ticket = decision_ticket.ticket)
                AND \(JournalTable.isIntact(in: database))
            ORDER BY decision_ticket.ticket LIMIT ?
            """, ticket, limit, withOutcomes: withOutcomes, in: database)
        var all = turned
        var known = Set(turned.map(\.ticket))
        for other in open + lost where known.insert(other.ticket).inserted { all.append(other) }
        guard all.count > turned.count else { return turned }
        return Array(all.sorted { $0.ticket < $1.ticket }.prefix(limit))
    }

    static func undecided(
        after sequence: Int64, limit: Int, withOutcomes: Bool, in database: any SQLSession
    ) throws -> [JournalReader.Decided] {
        try rows(
            """
            SELECT \(JournalTable.columns), turn.ticket, turn.revision, \(trace(withOutcomes)), turn.observations
            FROM turn JOIN journal ON journal.sequence = turn.sequence
            WHERE turn.sequence > ? AND turn.ticket = 0 AND (turn.revision <> '' OR journal.kind = 'system-dead-letter-retried')
                AND \(JournalTable.isIntact(in: database)) ORDER BY turn.sequence LIMIT ?
            """, sequence, limit, withOutcomes: withOutcomes, in: database)
    }

    /// The payloads of the deliveries of bots because of entries in a range, with these entries.
    static func payloadsOfBots(
        causedFrom first: Int64, through last: Int64, in database: any SQLSession
    ) throws -> [(cause: Int64, payload: [UInt8])] {
        try database.rows(
            """
            SELECT cause, \(EncryptedColumn.payload.opened) FROM outbox
            WHERE cause BETWEEN ? AND ? AND (author LIKE 'bot:%' OR author LIKE 'rule:%/bot:%')
                AND \(OutboxTable.isIntact(in: database))
            """, [first, last]
        ) { ($0[0], $0[1]) }
    }

    private static func trace(_ isRead: Bool) -> String { isRead ? EncryptedColumn.trace.opened : "''" }

    private static func rows(
        _ sql: String, _ position: Int64, _ limit: Int, withOutcomes: Bool, in database: any SQLSession
    ) throws -> [JournalReader.Decided] {
        let hasRecords = try withOutcomes && BotTable.hasRecords(in: database)
        return try database.rows(sql, [position, limit]) { row in
            JournalReader.Decided(
                entry: JournalTable.entry(row), ticket: row[10],
                status: try status(of: row, hasRecords: hasRecords, in: database))
        }
    }

    /// Determines the status from the columns that follow the entry and the ticket.
    private static func status(
        of row: SQLRow, hasRecords: Bool, in database: any SQLSession
    ) throws -> JournalReader.Decided.Status {
        switch row.count {
        case 14:
            var turn = JournalReader.RecordedTurn(
                version: row[11], traceText: row[12],
                observations: (row[13] as String).split(separator: " ").compactMap { Int64($0) })
            // Most turns have no actions; their results are not queried.
            if turn.hasActions {
                turn.deliveries = try OutboxTable.deliveries(causedBy: row[0], in: database)
                if try CaseTable.hasCases(of: row[0], in: database) {
                    var filter = CaseFilter()
                    filter.cause = row[0]
                    turn.cases = try CaseTable.cases(filter, in: database)
                }
            }
            if hasRecords { turn.records = try BotTable.records(of: row[0], in: database) }
            return .turned(turn)
        case 13: return .lost(version: row[11])
        default: return .open(decision: row[11])
        }
    }
}
