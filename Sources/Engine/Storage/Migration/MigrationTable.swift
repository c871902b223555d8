import GRDB

/// A table that is copied from one database of a store to another.
package struct MigrationTable: Sendable, Hashable {
    package var name: String
    package var columns: [String]
    /// The columns of the primary key, in its order.
    package var keys: [String]
    /// A Boolean value that indicates whether its rows refer to those of other tables, which are copied first.
    var isDependent: Bool

    /// The tables that describe a file and not the store.
    static let excludedNames: Set<String> = ["encryption_key", "grdb_migrations"]

    /// All tables of the schema of `bot.sqlite`, in the order in which they are copied.
    package static func all() throws -> [MigrationTable] {
        let queue = try DatabaseQueue()
        try queue.inDatabase { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue)
        let tables = try queue.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM pragma_table_list
                    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name
                    """
            ).filter { !excludedNames.contains($0) }.map { try MigrationTable(named: $0, in: database) }
        }
        return tables.filter { !$0.isDependent } + tables.filter(\.isDependent)
    }

    private init(named name: String, in database: Database) throws {
        self.name = name
        columns = try String.fetchAll(
            database, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [name])
        keys = try String.fetchAll(
            database, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", arguments: [name])
        isDependent =
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM pragma_foreign_key_list(?))", arguments: [name]) ?? false
        precondition(!keys.isEmpty, "\(name) needs a primary key, in whose order it is copied")
    }

    /// SQL for the rows behind a key, in the order of the keys, decrypted.
    ///
    /// - Parameter isContinued: A Boolean value that indicates whether the arguments begin with the values of the last key. The last
    ///   argument is the number of rows.
    func page(isContinued: Bool) -> String {
        let order = Self.list(keys)
        let condition = isContinued ? " WHERE (\(order)) > (\(Self.placeholders(keys.count)))" : ""
        return "SELECT \(selection) FROM \(name)\(condition) ORDER BY \(order) LIMIT ?"
    }

    /// SQL for the row with a key.
    var row: String {
        "SELECT \(selection) FROM \(name) WHERE " + keys.map { "\"\($0)\" = ?" }.joined(separator: " AND ")
    }

    /// SQL that inserts rows, whose values are the arguments one after the other, encrypted.
    func insertion(ofRows count: Int) -> String {
        let rows = (0..<count).map { row in
            let arguments = columns.indices.map { "?\(row * columns.count + $0 + 1)" }
            let values = columns.indices.map { index in
                encrypted(columns[index])?.sealed(arguments[index], keys: keys(of: columns[index], arguments)) ?? arguments[index]
            }
            return "(\(values.joined(separator: ", ")))"
        }
        return "INSERT INTO \(name) (\(Self.list(columns))) VALUES \(rows.joined(separator: ", "))"
    }

    /// SQL that replaces the encrypted columns of a row, whose values are the arguments.
    var update: String {
        let arguments = columns.indices.map { "?\($0 + 1)" }
        let values = zip(columns, arguments).compactMap { column, argument in
            encrypted(column).map { "\($0.column) = \($0.sealed(argument, keys: keys(of: column, arguments)))" }
        }
        let condition = zip(columns, arguments).filter { keys.contains($0.0) }.map { "\"\($0)\" = \($1)" }
        return "UPDATE \(name) SET \(values.joined(separator: ", ")) WHERE \(condition.joined(separator: " AND "))"
    }

    /// A Boolean value that indicates whether it has columns that are encrypted in an encrypted store.
    var hasEncryptedColumns: Bool { columns.contains { encrypted($0) != nil } }

    private func encrypted(_ column: String) -> EncryptedColumn? {
        EncryptedColumn.allCases.first { $0.table == name && $0.column == column }
    }

    /// The arguments of the columns with which the value of an encrypted one is authenticated.
    private func keys(of column: String, _ arguments: [String]) -> [String] {
        (encrypted(column)?.keys ?? []).compactMap { key in columns.firstIndex(of: key).map { arguments[$0] } }
    }

    private var selection: String {
        columns.map { encrypted($0)?.opened ?? "\"\($0)\"" }.joined(separator: ", ")
    }

    private static func list(_ columns: [String]) -> String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

    private static func placeholders(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }

    /// The values of the primary key of a row.
    func key(of row: [SQLValue]) -> [SQLValue] {
        keys.compactMap { key in columns.firstIndex(of: key).map { row[$0] } }
    }

    /// A key for users: `channel 17, sequence 4`.
    func words(forKey key: [SQLValue]) -> String {
        zip(keys, key).map { name, value in
            switch value {
            case .null: "\(name) null"
            case .integer(let number): "\(name) \(number)"
            case .real(let number): "\(name) \(number)"
            case .text(let text): "\(name) '\(text.prefix(80))'"  // Enough to find it.
            case .blob(let bytes): "\(name) of \(bytes.count) bytes"
            }
        }.joined(separator: ", ")
    }
}
