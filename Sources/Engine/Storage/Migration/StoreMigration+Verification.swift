import AsyncSupport

extension StoreMigration {
    /// The digest of a table of the source, with its values as the destination stores them.
    ///
    /// - Parameter replacedRows: Is increased by the number of rows with a value that the destination stores as another one.
    func digest(of table: MigrationTable, _ replacedRows: inout Int64, _ advance: (Int64) throws -> Void) throws -> TableDigest {
        let dialect = try destination.reader.readNow(\.dialect)
        var digest = TableDigest()
        try forEachPage(of: table, in: source) { rows in
            for row in rows {
                let storable = row.map(dialect.storable)
                if storable != row { replacedRows += 1 }
                digest.add(storable)
            }
            try advance(Int64(rows.count))
        }
        return digest
    }

    /// Compares the copy of a table with the digest of the source.
    ///
    /// - Throws: `MigrationError.different` with the first row that differs.
    func verify(_ table: MigrationTable, _ expected: TableDigest, _ advance: (Int64) throws -> Void) throws -> Copied {
        var found = TableDigest()
        try forEachPage(of: table, in: destination.reader) { rows in
            for row in rows { found.add(row) }
            try advance(Int64(rows.count))
        }
        guard expected == found else { throw try difference(in: table) }
        return Copied(table: table.name, rows: found.rows, digest: found.text)
    }

    private func forEachPage(of table: MigrationTable, in reader: any SQLReader, _ body: ([[SQLValue]]) throws -> Void) throws {
        var pages = MigrationPages(table)
        while let rows = try reader.readNow({ try pages.next(in: $0) }) {
            try flag.check()
            try body(rows)
        }
    }

    /// The first row that differs, found row by row.
    private func difference(in table: MigrationTable) throws -> MigrationError {
        let dialect = try destination.reader.readNow(\.dialect)
        func error(_ row: [SQLValue], _ reason: String) -> MigrationError {
            .different(table: table.name, key: table.words(forKey: table.key(of: row)), reason: reason)
        }
        var first: MigrationError?
        try forEachPage(of: table, in: source) { rows in
            for row in rows where first == nil {
                let row = row.map(dialect.storable)
                guard let copy = try self.row(table, table.key(of: row), in: destination.reader) else {
                    first = error(row, "the copy does not have it")
                    continue
                }
                // By their digests: Swift takes texts for equal that only look the same.
                let names = zip(table.columns, zip(row, copy)).filter { TableDigest([[$1.0]]) != TableDigest([[$1.1]]) }.map(\.0)
                if !names.isEmpty { first = error(row, "\(names.joined(separator: ", ")) is another value") }
            }
        }
        try forEachPage(of: table, in: destination.reader) { rows in
            for row in rows where try first == nil && self.row(table, table.key(of: row), in: source) == nil {
                first = error(row, "only the copy has it")
            }
        }
        return first ?? .different(table: table.name, key: "unknown key", reason: "it changed while it was compared")
    }

    private func row(_ table: MigrationTable, _ key: [SQLValue], in reader: any SQLReader) throws -> [SQLValue]? {
        try reader.readNow { session in
            try session.firstRow(table.row, SQLArguments(key)) { row in (0..<row.count).map(row.value) }
        }
    }
}
