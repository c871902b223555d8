import Foundation

/// A column that may contain messages or names of users, in a table with numbered rows.
package enum TextColumn: Sendable, Hashable, CaseIterable {
    case trace, decision
    case results, reads, writes
    case caseReason, evidence, inverses, undoneBy
    case deadLetterReason, deliveryReason
    case channelLabel
    case jobPayload
    case observation

    private var location: EncryptedColumn {
        switch self {
        case .trace: .trace
        case .decision: .decision
        case .results: .results
        case .reads: .reads
        case .writes: .writes
        case .caseReason: .caseReason
        case .evidence: .evidence
        case .inverses: .inverses
        case .undoneBy: .undoneBy
        case .deadLetterReason: .deadLetterReason
        case .deliveryReason: .deliveryReason
        case .channelLabel: .channelLabel
        case .jobPayload: .jobPayload
        case .observation: .observation
        }
    }

    /// The column with the numbers of the rows.
    private var key: String {
        switch self {
        case .trace, .decision: "sequence"
        default: "id"
        }
    }

    private static let pageSize = 100  // Rows of one commit: a few milliseconds of the writer's time.

    func rows(containing words: [String], after id: Int64, in database: any SQLSession) throws -> [(id: Int64, text: String)] {
        let search = ContentSearch(words)
        return try ContentSearch.first(Self.pageSize) {
            search.matches($0.text)
        } _: { last in
            try database.rows(
                """
                SELECT \(key), \(location.opened) FROM \(location.table) WHERE \(key) > ? AND \(location.column) IS NOT NULL
                ORDER BY \(key) LIMIT ?
                """, [last?.id ?? id, ContentSearch.rowsAtOnce]
            ) { ($0[0], $0[1]) }
        }
    }

    /// Replaces a text unless it has changed meanwhile, and records for replays that the entry was redacted.
    func write(_ text: String, insteadOf old: String, at id: Int64, on date: Date, in database: any SQLSession) throws {
        let current: String? = try database.value("SELECT \(location.opened) FROM \(location.table) WHERE \(key) = ?", [id])
        if current == old {
            try database.execute(
                "UPDATE \(location.table) SET \(location.column) = \(location.sealed("?")) WHERE \(key) = ?", [text, id])
        }
        switch self {
        case .trace: try RedactionTable.note(id, .trace, at: date, in: database)
        case .results, .reads, .writes:
            try note("SELECT sequence FROM bot_invocation WHERE id = ?", id, at: date, in: database)
        case .caseReason, .evidence, .inverses: try note("SELECT cause FROM cases WHERE id = ?", id, at: date, in: database)
        case .decision, .undoneBy, .deadLetterReason, .deliveryReason, .channelLabel, .jobPayload, .observation: break
        }
    }

    private func note(_ entry: String, _ id: Int64, at date: Date, in database: any SQLSession) throws {
        guard let sequence = try (database.value(entry, [id]) as Int64?) else { return }
        try RedactionTable.note(sequence, .erased, at: date, in: database)
    }
}
