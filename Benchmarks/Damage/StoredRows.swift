import Foundation
import GRDB

/// The entries and deliveries in a database, with their columns as text.
struct StoredRows {
    static let tables = ["journal": "sequence", "turn": "sequence", "outbox": "id"]
    /// The columns that are written again when a delivery is settled once more.
    private static let settlement: Set = ["status", "attempts", "retry_at", "sent_parts", "message", "reason", "settled_at"]

    /// The rows by table and id.
    private(set) var rows: [String: [Int64: String]] = [:]

    /// - Parameter hasSettlements: Pass false to leave out what is written again when a delivery is settled once more.
    init(of file: String, withSettlements hasSettlements: Bool = true) throws {
        let queue = try DatabaseQueue(path: file)
        rows = try queue.read { database in
            try Self.tables.reduce(into: [:]) { rows, table in
                let columns = try String.fetchAll(
                    database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table.key]
                )
                .filter { hasSettlements || table.key != "outbox" || !Self.settlement.contains($0) }.map { "quote(\"\($0)\")" }
                .joined(separator: " || ',' || ")
                let found = try Row.fetchAll(database, sql: "SELECT \(table.value), \(columns) FROM \(table.key)")
                rows[table.key] = Dictionary(found.map { ($0[0] as Int64, $0[1] as String) }, uniquingKeysWith: { $1 })
            }
        }
        try queue.close()
    }

    /// The ids of the rows of a table that are here and differ in another database.
    func differing(in other: StoredRows, _ table: String) -> [Int64] {
        let theirs = other.rows[table] ?? [:]
        return (rows[table] ?? [:]).filter { id, row in theirs[id].map { $0 != row } ?? false }.map(\.key).sorted()
    }

    /// The number of rows of a table that are here and not in another database.
    func missingCount(in other: StoredRows, _ table: String) -> Int {
        Set((rows[table] ?? [:]).keys).subtracting((other.rows[table] ?? [:]).keys).count
    }
}
