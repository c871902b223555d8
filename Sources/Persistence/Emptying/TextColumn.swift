import Foundation
import GRDB

/// A column in which people's words or names may stand, of a table whose rows have numbers.
package enum TextColumn: Sendable, Hashable, CaseIterable {
    case trace, conclusion
    case contributions, readings, writes
    case caseReason, evidence, inverses, undoneBy
    case letterReason, deliveryReason
    case channelLabel
    case appointmentNote

    private var place: (table: String, column: String) {
        switch self {
        case .trace: ("turn", "trace")
        case .conclusion: ("decision", "conclusion")
        case .contributions: ("bot_record", "contributions")
        case .readings: ("bot_record", "readings")
        case .writes: ("bot_record", "writes")
        case .caseReason: ("cases", "reason")
        case .evidence: ("cases", "evidence")
        case .inverses: ("cases", "inverses")
        case .undoneBy: ("cases", "undone_by")
        case .letterReason: ("letter", "reason")
        case .deliveryReason: ("outbox", "reason")
        case .channelLabel: ("channel", "label")
        case .appointmentNote: ("appointment", "note")
        }
    }

    private static let page = 100  // Rows of a commit: a few milliseconds of the writer's time.

    func rows(containing words: [String], after id: Int64, in database: Database) throws -> [(id: Int64, text: String)] {
        let (table, column) = place
        let found = Array(repeating: "instr(\(column), ?) > 0", count: words.count).joined(separator: " OR ")
        return try Row.fetchAll(
            database,
            sql: """
                SELECT rowid, \(column) FROM \(table) WHERE rowid > ? AND \(column) IS NOT NULL AND (\(found))
                ORDER BY rowid LIMIT \(Self.page)
                """, arguments: [id] + StatementArguments(words)
        ).map { ($0[0], $0[1]) }
    }

    /// Nothing where the text has changed since. A replay is told that the entry is not what it was.
    func write(_ text: String, insteadOf old: String, at id: Int64, on date: Date, in database: Database) throws {
        let (table, column) = place
        try database.execute(
            sql: "UPDATE \(table) SET \(column) = ? WHERE rowid = ? AND \(column) = ?", arguments: [text, id, old])
        switch self {
        case .trace: try EmptiedTable.note(id, .trace, at: date, in: database)
        case .contributions, .readings, .writes:
            try note("SELECT sequence FROM bot_record WHERE number = ?", id, at: date, in: database)
        case .caseReason, .evidence, .inverses: try note("SELECT cause FROM cases WHERE id = ?", id, at: date, in: database)
        case .conclusion, .undoneBy, .letterReason, .deliveryReason, .channelLabel, .appointmentNote: break
        }
    }

    private func note(_ entry: String, _ id: Int64, at date: Date, in database: Database) throws {
        guard let sequence = try Int64.fetchOne(database, sql: entry, arguments: [id]) else { return }
        try EmptiedTable.note(sequence, .forgotten, at: date, in: database)
    }
}
