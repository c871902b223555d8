import Foundation
import GRDB

/// Entries whose texts were taken out, so that whoever reads them later knows why they say nothing.
enum RedactionTable {
    static let schema = """
        CREATE TABLE emptied (
            sequence INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            why TEXT NOT NULL CHECK (why IN ('trace', 'retention', 'forgotten'))
        ) STRICT;
        CREATE TABLE sweep (
            name TEXT PRIMARY KEY,
            through INTEGER NOT NULL
        ) STRICT;
        """

    /// The last reason counts, but for a trace, of which there is less than of anything.
    static func note(_ sequence: Int64, _ why: RedactionReason, at date: Date, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO emptied (sequence, at, why) VALUES (?1, ?2, ?3)
                ON CONFLICT (sequence) DO UPDATE SET why = excluded.why, at = excluded.at WHERE excluded.why <> 'trace'
                """)
        statement.setUncheckedArguments([sequence, date.milliseconds, why.rawValue])
        try statement.execute()
    }

    static func reasons(after sequence: Int64, through last: Int64, in database: Database) throws -> [Int64: RedactionReason] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT sequence, why FROM emptied WHERE sequence > ? AND sequence <= ?", arguments: [sequence, last])
        return Dictionary(uniqueKeysWithValues: rows.compactMap { row in RedactionReason(rawValue: row[1]).map { (row[0], $0) } })
    }

    static func mark(_ name: String, in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT through FROM sweep WHERE name = ?", arguments: [name]) ?? 0
    }

    static func setMark(_ name: String, to value: Int64, in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO sweep VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET through = excluded.through",
            arguments: [name, value])
    }
}

/// Why an entry says nothing any more.
package enum RedactionReason: String, Sendable, Hashable, Codable {
    /// Only the reasons of what it came to are gone.
    case trace
    /// Its time was over.
    case retention
    /// Somebody was forgotten.
    case forgotten
}
