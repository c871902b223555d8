import Foundation
import GRDB

/// A column that may contain messages or names of users, in a table with row ids.
package enum TextColumn: Sendable, Hashable, CaseIterable {
    case trace, conclusion
    case contributions, readings, writes
    case caseReason, evidence, inverses, undoneBy
    case deadLetterReason, deliveryReason
    case channelLabel
    case jobPayload
    case observation

    private var place: EncryptedColumn {
        switch self {
        case .trace: .trace
        case .conclusion: .conclusion
        case .contributions: .contributions
        case .readings: .readings
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

    private static let page = 100  // Rows of one commit: a few milliseconds of the writer's time.

    func rows(containing words: [String], after id: Int64, in database: Database) throws -> [(id: Int64, text: String)] {
        let found = Array(repeating: "instr(\(place.opened), ?) > 0", count: words.count).joined(separator: " OR ")
        return try Row.fetchAll(
            database,
            sql: """
                SELECT rowid, \(place.opened) FROM \(place.table) WHERE rowid > ? AND \(place.column) IS NOT NULL AND (\(found))
                ORDER BY rowid LIMIT \(Self.page)
                """, arguments: [id] + StatementArguments(words)
        ).map { ($0[0], $0[1]) }
    }

    /// Replaces a text unless it has changed meanwhile, and records for replays that the entry was redacted.
    func write(_ text: String, insteadOf old: String, at id: Int64, on date: Date, in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE \(place.table) SET \(place.column) = \(place.sealed("?")) WHERE rowid = ? AND \(place.opened) = ?
                """, arguments: [text, id, old])
        switch self {
        case .trace: try RedactionTable.note(id, .trace, at: date, in: database)
        case .contributions, .readings, .writes:
            try note("SELECT sequence FROM bot_invocation WHERE id = ?", id, at: date, in: database)
        case .caseReason, .evidence, .inverses: try note("SELECT cause FROM cases WHERE id = ?", id, at: date, in: database)
        case .conclusion, .undoneBy, .deadLetterReason, .deliveryReason, .channelLabel, .jobPayload, .observation: break
        }
    }

    private func note(_ entry: String, _ id: Int64, at date: Date, in database: Database) throws {
        guard let sequence = try Int64.fetchOne(database, sql: entry, arguments: [id]) else { return }
        try RedactionTable.note(sequence, .forgotten, at: date, in: database)
    }
}
