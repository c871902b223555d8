package import AsyncSupport

/// A copy of all tables of a store to another database, which can be interrupted at any point and continued.
///
/// Rows are copied in the order of their keys, in transactions that also record the last key. The source is only read. Nothing else
/// writes to either database meanwhile.
package struct StoreMigration {
    /// A table that is copied and verified.
    package struct Copied: Sendable, Hashable {
        package var table: String
        package var rows: Int64
        /// The digest of its values, which is the same on both sides.
        package var digest: String
    }

    package struct Report: Sendable, Hashable {
        package var tables: [Copied] = []
        /// The number of rows with a text whose U+0000 became U+FFFD, because PostgreSQL cannot store it.
        package var replacedRows: Int64 = 0
        /// A Boolean value that indicates whether the store had changed since an earlier, incomplete copy, which was discarded.
        package var isRestarted = false

        package init() {}
    }

    let source: any SQLReader
    let destination: any SQLDatabase
    /// The destination for users.
    let name: String
    let tables: [MigrationTable]
    let flag: CancellationFlag

    package init(from source: any SQLReader, to destination: any SQLDatabase, named name: String, flag: CancellationFlag) throws {
        self.source = source
        self.destination = destination
        self.name = name
        self.flag = flag
        tables = try MigrationTable.all()
    }

    /// Copies what is not copied yet, and verifies everything.
    ///
    /// A copy that was begun when the store had other contents is made anew.
    ///
    /// - Parameters:
    ///   - id: The key of the migration, by which the destination is recognized.
    ///   - progress: Receives the number of rows read, copied and verified, and the total. An error that it throws ends the copy.
    /// - Throws: `MigrationError`, and the errors of the databases.
    package func run(id: String, progress: (Int64, Int64) throws -> Void = { _, _ in }) throws -> Report {
        var report = Report()
        let counts = try source.readNow { session in try tables.map { try Self.count(of: $0, in: session) } }
        let total = 3 * counts.reduce(0, +)
        var done: Int64 = 0
        func advance(_ rows: Int64) throws {
            done += rows
            try progress(done, total)
        }
        let expected = try tables.map { try digest(of: $0, &report.replacedRows, advance) }
        report.isRestarted = try begin(id, expected.map(\.text).joined(separator: " "))
        for table in tables {
            done += try destination.reader.readNow { try Self.count(of: table, in: $0) }
            try copy(table, advance)
        }
        try setNumbers()
        for (table, expected) in zip(tables, expected) { report.tables.append(try verify(table, expected, advance)) }
        return report
    }

    /// Removes the record of the migration, after which bots may run with the destination.
    package static func complete(in destination: any SQLDatabase) throws {
        try destination.writer.transaction { try $0.execute("DROP TABLE IF EXISTS \(MigrationRecord.table)") }
    }

    private static func count(of table: MigrationTable, in session: any SQLSession) throws -> Int64 {
        try session.value("SELECT count(*) FROM \(table.name)") ?? 0
    }

    /// Makes the destination that of this migration.
    ///
    /// - Returns: True if an earlier copy was discarded.
    private func begin(_ id: String, _ contents: String) throws -> Bool {
        try destination.writer.transaction { session in
            guard try session.hasTable(MigrationRecord.table) else {
                for table in tables where try session.value("SELECT EXISTS (SELECT 1 FROM \(table.name))") ?? false {
                    throw MigrationError.notEmpty(destination: name, table: table.name)
                }
                try session.execute(MigrationRecord.schema)
                try MigrationRecord.begin(id, of: contents, in: session)
                return false
            }
            guard try MigrationRecord.id(in: session) == id else { throw MigrationError.foreign(destination: name) }
            guard try MigrationRecord.contents(in: session) != contents else { return false }
            for table in tables.reversed() { try session.execute("DELETE FROM \(table.name)") }
            try MigrationRecord.begin(id, of: contents, in: session)
            return true
        }
    }

    private func copy(_ table: MigrationTable, _ copied: (Int64) throws -> Void) throws {
        var pages = MigrationPages(
            table, after: try destination.reader.readNow { try MigrationRecord.position(of: table, in: $0) })
        while let rows = try source.readNow({ try pages.next(in: $0) }), let last = rows.last {
            try flag.check()
            try destination.writer.transaction { session in
                let values = rows.map { $0.map(session.dialect.storable) }
                do {
                    try Self.insert(values[...], in: table, session)
                } catch let error as any SQLError where !error.isTemporary {
                    let keys = [values.first, values.last].compactMap { $0 }.map { table.words(forKey: table.key(of: $0)) }
                    throw MigrationError.rejected(
                        table: table.name, key: keys.joined(separator: " to "), reason: StorageErrorDescription.words(for: error))
                }
                try MigrationRecord.setPosition(of: table, to: table.key(of: last), in: session)
            }
            try copied(Int64(rows.count))
        }
    }

    /// Inserts rows with few round trips and few different statements.
    private static func insert(_ rows: ArraySlice<[SQLValue]>, in table: MigrationTable, _ session: any SQLSession) throws {
        var rest = rows
        while !rest.isEmpty {
            let part = rest.prefix(rest.count < MigrationPages.minRows ? 1 : MigrationPages.minRows)
            // The count is waited for, so that an error is that of these rows.
            _ = try session.changeCount(of: table.insertion(ofRows: part.count), SQLArguments(part.joined()))
            rest = rest.dropFirst(part.count)
        }
    }

    /// Makes the database number new rows behind all that the source has numbered.
    private func setNumbers() throws {
        for table in tables where table.keys == ["id"] {
            let last = try source.readNow { try $0.lastNumber(of: table.name) }
            try destination.writer.transaction { try $0.setLastNumber(of: table.name, to: last) }
        }
    }
}
