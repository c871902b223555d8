import BotTesting
import ChatModel
import Foundation
import GRDB

@testable import Storage

/// A store with rows in every table of the schema: values at the limits of their types, empty ones and missing ones.
struct FilledStore {
    /// More than one statement inserts, and a part that is not a whole one.
    static let rows = 70

    let folder: TemporaryDirectory
    let pool: DatabasePool
    var path: String { folder.path + "/bot.sqlite" }

    /// - Parameters:
    ///   - isFilled: Pass false for the tables alone.
    ///   - cipher: The cipher that encrypts its texts.
    init(isFilled: Bool = true, cipher: ValueCipher? = nil) throws {
        folder = try TemporaryDirectory()
        pool = try DatabaseOpener.open(folder.path + "/bot.sqlite", cipher)
        guard isFilled else { return }
        try pool.write { database in
            for table in try MigrationTable.all() { try Self.fill(table, in: database) }
        }
    }

    var database: SQLiteDatabase {
        get throws { SQLiteDatabase(pool, decisions: try DatabaseOpener.openToRead(path), time: SystemTime()) }
    }

    /// The rows of all tables of a file but those that describe it, by table.
    static func contents(of file: String, _ cipher: ValueCipher? = nil) throws -> [String: [[SQLValue]]] {
        try DatabaseOpener.openToRead(file, cipher).read { database in
            var contents: [String: [[SQLValue]]] = [:]
            let names = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
            for name in names where !["encryption_key", "grdb_migrations"].contains(name) {
                let columns = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info('\(name)') ORDER BY cid")
                let values = columns.map { column in
                    EncryptedColumn.allCases.first { $0.table == name && $0.column == column }?.opened ?? "\"\(column)\""
                }
                contents[name] = try SQLiteSession(database).rows(
                    once:
                        "SELECT \(values.joined(separator: ", ")) FROM \(name) ORDER BY \(columns.map { "\"\($0)\"" }.joined(separator: ", "))"
                ) { row in (0..<row.count).map(row.value) }
            }
            return contents
        }
    }

    private static func fill(_ table: MigrationTable, in database: Database) throws {
        let infos = try Row.fetchAll(
            database, sql: "SELECT name, type, \"notnull\" FROM pragma_table_info('\(table.name)') ORDER BY cid")
        for row in 0..<(table.name == "journal_key" ? 1 : rows) {
            let values = infos.map { info -> SQLValue in
                let name: String = info[0], type: String = info[1]
                let isOptional = !(info[2] as Bool) && !table.keys.contains(name)
                if isOptional, row % 5 == 4 { return .null }
                if table.name == "journal_key", name == "id" { return .integer(1) }
                if table.name == "redaction", name == "reason" { return .text(["trace", "retention", "erased"][row % 3]) }
                switch type {
                case "INTEGER": return .integer(name.hasPrefix("is_") ? Int64(row % 2) : number(row))
                case "TEXT":
                    return .text(
                        text(row, isLong: EncryptedColumn.allCases.contains { $0.table == table.name && $0.column == name }))
                default: return .blob(blob(row))
                }
            }
            let insertion = zip(table.columns, values.indices).map { column, index in
                EncryptedColumn.allCases.first { $0.table == table.name && $0.column == column }.map { sealed in
                    sealed.sealed(
                        "?\(index + 1)", keys: sealed.keys.map { key in "?\((table.columns.firstIndex(of: key) ?? 0) + 1)" })
                } ?? "?\(index + 1)"
            }
            _ = try SQLiteSession(database).execute(
                "INSERT INTO \(table.name) VALUES (\(insertion.joined(separator: ", ")))", SQLArguments(values))
        }
    }

    private static func number(_ row: Int) -> Int64 {
        switch row {
        case 0: .min
        case 1: .max
        case 2: 0
        case 3: -1
        default: Int64(row) << 40
        }
    }

    /// The text of the second row with one character instead of two, which looks the same.
    static let precomposed = text(1, isLong: false).replacingOccurrences(of: "e\u{301}", with: "\u{E9}", options: .literal)

    private static func text(_ row: Int, isLong: Bool) -> String {
        switch row {
        case 0: ""
        case 1: "Nhà 👩‍👩‍👧 e\u{301} \u{10FFFF}\u{FFFD}"
        case 2: "'\"\\\n\t%_?$1 \u{1}\u{7F}"
        case 3: isLong ? String(repeating: "đ", count: 5000) : "long"
        default: "text \(row)"
        }
    }

    private static func blob(_ row: Int) -> [UInt8] {
        switch row {
        case 0: []
        case 1: Array(0...255)
        case 2: [0]
        default: Array("blob \(row)".utf8)
        }
    }
}
