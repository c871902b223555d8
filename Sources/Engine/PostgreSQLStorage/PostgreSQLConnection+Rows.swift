import Storage

extension PostgreSQLConnection {
    /// Returns whether the schema has a table.
    func hasTable(_ name: String) throws -> Bool {
        let rows = try rows("SELECT to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1)) IS NOT NULL", [name])
        return try SQLRow.read(rows[0]) { $0[0] }
    }

    /// Takes an advisory lock if no other connection has it.
    func tryLock(_ key: String) throws -> Bool {
        try SQLRow.read(rows("SELECT pg_try_advisory_lock(\(key))")[0]) { $0[0] }
    }

    /// Executes a statement and returns all its rows.
    @discardableResult
    func rows(_ sql: String, _ arguments: SQLArguments = []) throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        try result(of: sql, arguments.values).forEachRow { row in
            rows.append((0..<row.count).map(row.value))
            return true
        }
        return rows
    }
}
