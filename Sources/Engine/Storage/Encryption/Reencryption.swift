import Foundation
import GRDB
import GRDBSQLite

#if canImport(Glibc)
    import Glibc
#endif

/// Encrypts a store, changes its encryption key, or decrypts it permanently.
///
/// A new database is written beside the old one and replaces it once it is complete and durable. If anything fails before, the old
/// database is unchanged. The new file also contains no remains of plain text. The archive is a projection and is deleted.
package struct Reencryption {
    private let folder: DataDirectory
    private let opening: ValueCipher?
    private let sealing: ValueCipher?
    private let rowsAtOnce: Int64 = 1000  // A transaction of some tens of milliseconds.

    /// - Parameters:
    ///   - opening: The current cipher; nil for a plain store.
    ///   - sealing: The new cipher; nil for a plain store.
    package init(_ folder: DataDirectory, from opening: ValueCipher?, to sealing: ValueCipher?) {
        self.folder = folder
        self.opening = opening
        self.sealing = sealing
    }

    /// - Parameter progress: Receives the number of rows written and the total.
    /// - Returns: The number of rows written and of files changed.
    /// - Throws: `StorageError`.
    package func run(progress: (Int64, Int64) throws -> Void) throws -> (rows: Int64, files: Int) {
        guard FileManager.default.fileExists(atPath: DatabaseUpgrade.newest(in: folder.path)) else {
            throw try StorageError.absent(folder.database)
        }
        // Migrates the database and checkpoints its log.
        let old = try DatabaseOpener.open(in: folder, opening)
        let isTruncated = try old.writeWithoutTransaction { try $0.truncateLog() }
        try old.close()
        guard isTruncated else {
            throw StorageError.unusable(
                folder: folder.path, reason: "another process is reading \(folder.database); stop it first")
        }
        let files = try BlobStore(folder: folder.blobs, cipher: opening).move(
            to: BlobStore(folder: folder.blobs, cipher: sealing))
        try remove(whole: draft)
        do {
            let rows = try write(progress)
            // The logs are empty at this point.
            try remove([draft, folder.database].flatMap { [$0 + "-wal", $0 + "-shm"] })
            guard rename(draft, folder.database) == 0 else { throw failure() }
            try syncFolder()
            try remove(whole: folder.archive)
            // Copies with the former encryption.
            try remove([folder.database + ".backup"])
            for file in [folder.database, folder.archive] { try MigrationBackup(of: file).removeAll() }
            return (rows, files)
        } catch {
            try? remove(whole: draft)
            throw error
        }
    }

    private var draft: String { folder.database + ".new" }

    private func write(_ progress: (Int64, Int64) throws -> Void) throws -> Int64 {
        try PrivateFile.prepare(draft)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.journalMode = .wal
        // Without the directory: GRDB may keep the closure, and with it the directory's lock, a little longer than the connection is open.
        configuration.prepareDatabase { [opening, sealing] in try $0.add(StoreCiphers(opening: opening, sealing: sealing)) }
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try DatabaseSchema.bot.migrate(queue)
        let rows = try queue.inDatabase { database in
            try database.execute(sql: "ATTACH DATABASE ? AS old", arguments: [folder.database])
            let tables = try Table.all(in: database)
            let total = try tables.reduce(into: Int64(0)) { total, table in
                total += try Int64.fetchOne(database, sql: "SELECT count(*) FROM old.\(table.name)") ?? 0
            }
            var rows: Int64 = 0
            for table in tables {
                try copy(table, in: database) { count in
                    rows += count
                    try progress(rows, total)
                }
            }
            guard rows == total else {
                throw StorageError.unusable(folder: folder.path, reason: "only \(rows) of its \(total) rows can be read")
            }
            try database.execute(
                sql: "DELETE FROM sqlite_sequence; INSERT INTO sqlite_sequence SELECT * FROM old.sqlite_sequence")
            if let key = sealing?.current { try EncryptionKeyTable.note(key, in: SQLiteSession(database)) }
            try database.execute(sql: "DETACH DATABASE old; PRAGMA synchronous = FULL")
            guard try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0 else { throw failure() }
            return rows
        }
        try queue.close()
        return rows
    }

    private func copy(_ table: Table, in database: Database, _ written: (Int64) throws -> Void) throws {
        let values = table.columns.map { column -> String in
            guard let sealed = EncryptedColumn.allCases.first(where: { $0.table == table.name && $0.column == column }) else {
                return "source.\(column)"
            }
            return sealed.sealed(sealed.opened(of: "source"), keys: sealed.keys.map { "source.\($0)" })
        }
        let insertion = """
            INSERT INTO main.\(table.name) (\(table.columns.joined(separator: ", ")))
            SELECT \(values.joined(separator: ", ")) FROM old.\(table.name) AS source
            """
        guard table.hasRowIDs else {
            try database.inTransaction {
                try database.execute(sql: insertion)
                return .commit
            }
            return try written(Int64(database.changesCount))
        }
        var position = Int64.min
        while let last = try Int64.fetchOne(
            database,
            sql: """
                SELECT max(rowid) FROM (
                    SELECT rowid FROM old.\(table.name) WHERE rowid > ? ORDER BY rowid LIMIT ?
                )
                """, arguments: [position, rowsAtOnce])
        {
            var count = 0
            try database.inTransaction {
                try database.execute(
                    sql: "\(insertion) WHERE source.rowid > ? AND source.rowid <= ? ORDER BY source.rowid",
                    arguments: [position, last])
                count = database.changesCount
                return .commit
            }
            position = last
            try written(Int64(count))
        }
    }

    private func remove(whole path: String) throws { try remove([path, path + "-wal", path + "-shm"]) }

    private func remove(_ files: [String]) throws {
        for file in files where unlink(file) != 0 && errno != ENOENT { throw failure() }
    }

    /// Syncs the folder, which makes a renamed file durable.
    private func syncFolder() throws {
        let handle = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw failure() }
        defer { close(handle) }
        guard fsync(handle) == 0 else { throw failure() }
    }

    private func failure() -> StorageError { .unusable(folder: folder.path, reason: String(cString: strerror(errno))) }
}

extension Reencryption {
    /// A table of the store, except for the key table.
    fileprivate struct Table {
        var name: String
        var columns: [String]
        var hasRowIDs: Bool

        static func all(in database: Database) throws -> [Table] {
            try Row.fetchAll(
                database,
                sql: """
                    SELECT name, wr FROM pragma_table_list
                    WHERE schema = 'old' AND type = 'table' AND name NOT IN ('encryption_key', 'grdb_migrations') AND name NOT LIKE 'sqlite%'
                    ORDER BY name
                    """
            ).map { row in
                let name: String = row[0]
                return Table(
                    name: name,
                    columns: try String.fetchAll(
                        database, sql: "SELECT name FROM pragma_table_info(?, 'old') ORDER BY cid", arguments: [name]),
                    hasRowIDs: !(row[1] as Bool))
            }
        }
    }
}
