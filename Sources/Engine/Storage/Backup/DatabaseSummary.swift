import AsyncSupport
import Foundation
import GRDB
import GRDBSQLite

/// The schema and the contents of a database, by which a restored one is recognized.
package struct DatabaseSummary: Codable, Sendable, Hashable {
    package var database: BackupDatabase
    package var bytes: Int64
    /// The migrations of the schema, in no particular order.
    package var migrations: [String]
    /// The number of rows by table.
    package var rows: [String: Int64]
    /// The highest journal sequence that the database contains.
    package var lastSequence: Int64
    /// The fingerprints of the keys with which texts are encrypted, which are not secret; empty for a plain store.
    package var encryptionKeys: [String]

    enum CodingKeys: String, CodingKey {
        case database, bytes, migrations, rows
        case lastSequence = "last_sequence"
        case encryptionKeys = "encryption_keys"
    }

    /// The reason why a file is not an intact database of this application.
    enum InvalidDatabase: Error, Equatable {
        case newerSchema
        case damaged(String)
    }
}

extension BackupDatabase {
    var migrator: DatabaseMigrator {
        switch self {
        case .bot: DatabaseSchema.bot
        case .archive: DatabaseSchema.archive
        }
    }

    /// Returns whether a schema contains migrations that this build does not know.
    func isSuperseded(by migrations: [String]) -> Bool { !Set(migrations).isSubset(of: migrator.migrations) }
}

extension DatabaseSummary {
    /// Checks a database completely and summarizes it. Nothing that the file contains is executed.
    ///
    /// - Throws: `InvalidDatabase`, `CancellationError`, `DatabaseError` for a file that cannot be read.
    init(of database: BackupDatabase, at path: String, flag: CancellationFlag) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { connection in
            try connection.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            connection.interrupt(on: flag)
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            self = try queue.read { try Self(of: database, in: $0) }
            try queue.close()
        } catch let error as DatabaseError {
            try flag.check()
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR:
                throw InvalidDatabase.damaged(StorageErrorDescription.words(for: error))
            default: throw error
            }
        }
        withExtendedLifetime(flag) {}
        bytes = try PositionedFile.reading(path).size
    }

    private init(of database: BackupDatabase, in connection: Database) throws {
        self.database = database
        bytes = 0
        migrations = try database.migrator.appliedIdentifiers(connection).sorted()
        guard !migrations.isEmpty else { throw InvalidDatabase.damaged("it is not a database of mezon-bot") }
        guard !database.isSuperseded(by: migrations) else { throw InvalidDatabase.newerSchema }
        let finding = try String.fetchOne(connection, sql: "PRAGMA integrity_check(1)") ?? "no result"
        guard finding == "ok" else { throw InvalidDatabase.damaged(finding) }
        // The schema has none. One that was planted would run with the statements of the bot.
        let foreign = try String.fetchOne(connection, sql: "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')")
        if let foreign { throw InvalidDatabase.damaged("it contains the trigger or view '\(foreign)'") }
        let tables = try String.fetchAll(
            connection,
            sql: """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name
                """)
        rows = [:]
        for table in tables {
            rows[table] = try Int64.fetchOne(connection, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)")
        }
        lastSequence = try Self.lastSequence(of: database, among: Set(tables), in: connection)
        encryptionKeys = try EncryptionKeyTable.keys(in: SQLiteSession(connection)).map(\.key).sorted()
    }

    private static func lastSequence(
        of database: BackupDatabase, among tables: Set<String>, in connection: Database
    ) throws -> Int64 {
        switch database {
        case .bot: return try Int64.fetchOne(connection, sql: "SELECT max(sequence) FROM journal") ?? 0
        case .archive:
            // An archive of an earlier version has the table under its former name.
            let table = tables.contains("archive_checkpoint") ? "archive_checkpoint" : "progress"
            return try Int64.fetchOne(connection, sql: "SELECT sequence FROM \(table)") ?? 0
        }
    }
}

extension Database {
    /// Interrupts statements once the flag is set. The caller keeps the flag alive for as long as the connection.
    func interrupt(on flag: CancellationFlag) {
        let steps: Int32 = 10_000  // Instructions of SQLite's virtual machine: less than a millisecond.
        sqlite3_progress_handler(
            sqliteConnection, steps,
            { context in
                guard let context else { return 0 }
                return Unmanaged<CancellationFlag>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
            }, Unmanaged.passUnretained(flag).toOpaque())
    }
}
