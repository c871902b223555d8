import Foundation

/// The entries whose texts were removed, with the reason.
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

    /// Records a reason. The last reason replaces earlier ones, except that `trace`, the smallest redaction, replaces none.
    static func note(_ sequence: Int64, _ reason: RedactionReason, at date: Date, in database: any SQLSession) throws {
        let sql = """
            INSERT INTO redaction (sequence, at, reason) VALUES (?1, ?2, ?3)
            ON CONFLICT (sequence) DO UPDATE SET reason = excluded.reason, at = excluded.at WHERE excluded.reason <> 'trace'
            """
        try database.execute(sql, [sequence, date.milliseconds, reason.rawValue])
    }

    static func reasons(after sequence: Int64, through last: Int64, in database: any SQLSession) throws -> [Int64:
        RedactionReason]
    {
        let rows = try database.rows(
            "SELECT sequence, reason FROM redaction WHERE sequence > ? AND sequence <= ?", [sequence, last]
        ) {
            (sequence: $0[0] as Int64, reason: RedactionReason(rawValue: $0[1]))
        }
        return Dictionary(rows.compactMap { row in row.reason.map { (row.sequence, $0) } }, uniquingKeysWith: { $1 })
    }

    static func checkpoint(_ name: String, in database: any SQLSession) throws -> Int64 {
        try database.value("SELECT through FROM retention_checkpoint WHERE name = ?", [name]) ?? 0
    }

    static func setCheckpoint(_ name: String, to value: Int64, in database: any SQLSession) throws {
        try database.execute(
            "INSERT INTO retention_checkpoint VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET through = excluded.through",
            [name, value])
    }
}

/// The reason why an entry's texts were removed.
package enum RedactionReason: String, Sendable, Hashable, Codable {
    /// Only the texts in its trace were removed.
    case trace
    /// The retention period ended.
    case retention
    /// A user's data was erased.
    case erased
}
