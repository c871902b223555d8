import ChatModel
import Foundation

/// The record in the destination of a migration of the store that is copied and of how far the copy has come.
///
/// It is written in the transactions of the rows, and it is the last thing to be removed: no bot runs with a database that has it.
package enum MigrationRecord {
    package static let table = "store_migration"
    /// The table of a store that was moved to a file, and that no process opens again.
    package static let movedTable = "store_moved"

    static let schema = "CREATE TABLE \(table) (name TEXT PRIMARY KEY, value TEXT NOT NULL)"

    /// The key of the migration.
    static func id(in session: any SQLSession) throws -> String? { try value(of: "id", in: session) }
    /// The digests of the tables of the source when the copy began.
    static func contents(in session: any SQLSession) throws -> String? { try value(of: "contents", in: session) }

    /// The key of the last row of a table that is copied; nil if none is.
    static func position(of table: MigrationTable, in session: any SQLSession) throws -> [SQLValue]? {
        guard let text = try value(of: "table \(table.name)", in: session) else { return nil }
        let words = try JSONDecoder().decode([String].self, from: Data(text.utf8))
        let key = words.compactMap { word -> SQLValue? in
            word.first == "i" ? Int64(word.dropFirst()).map { .integer($0) } : .text(String(word.dropFirst()))
        }
        guard key.count == table.keys.count else { throw SQLRow.ValueError(column: 1) }
        return key
    }

    static func setPosition(of table: MigrationTable, to key: [SQLValue], in session: any SQLSession) throws {
        let words = try key.enumerated().map { column, value in
            switch value {
            case .integer(let number): "i\(number)"
            case .text(let text): "t\(text)"
            case .null, .real, .blob: throw SQLRow.ValueError(column: column)  // Possible in a damaged file only.
            }
        }
        // JSON escapes U+0000, which a text of PostgreSQL cannot contain.
        try set("table \(table.name)", to: String(decoding: try JSONEncoder().encode(words), as: UTF8.self), in: session)
    }

    /// Begins a migration from the first row on.
    static func begin(_ id: String, of contents: String, in session: any SQLSession) throws {
        try session.execute("DELETE FROM \(table)")
        try set("id", to: id, in: session)
        try set("contents", to: contents, in: session)
    }

    private static func value(of name: String, in session: any SQLSession) throws -> String? {
        try session.value("SELECT value FROM \(table) WHERE name = ?", [name])
    }

    private static func set(_ name: String, to value: String, in session: any SQLSession) throws {
        try session.execute(
            "INSERT INTO \(table) (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value])
    }
}
