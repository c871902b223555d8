import CSQLiteSettings
import ChatModel
import Foundation
import GRDB
import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// Opens the databases of the data directory with their required settings.
enum DatabaseOpener {
    /// Opens the database of a data directory. An interrupted restoration is completed and the file of an earlier version is
    /// upgraded first.
    static func open(in folder: DataDirectory, _ cipher: ValueCipher?, logger: Logger? = nil) throws -> DatabasePool {
        try MigrationNote.verifyMoved(in: folder.path)
        if try ServerRecord(of: folder.path) != nil { throw StorageError.onServer(folder: folder.path) }
        do {
            try RestoreInstallation(folder: folder.path).complete()
        } catch {
            let reason = (error as? POSIXError)?.words ?? StorageErrorDescription.words(for: error)
            throw StorageError.unusable(folder: folder.path, reason: "a restoration cannot be completed (\(reason))")
        }
        if let backup = try DatabaseUpgrade(of: folder, cipher).run() {
            logger?.notice(
                "Data directory upgraded, keeping a backup until you delete it", metadata: ["store.backup": "\(backup)"])
        }
        return try open(folder.database, cipher) { backup in
            logger?.notice("Schema migrated, keeping a copy of the former database", metadata: ["store.backup": "\(backup)"])
        }
    }

    /// Opens the database of the journal, turns and outbox, durable at every commit.
    ///
    /// `DatabasePool` sets `synchronous` to NORMAL after its preparation; FULL is therefore set and verified after opening.
    /// - Parameter didMigrate: Receives the path of the copy that was made before a migration.
    static func open(
        _ path: String, _ cipher: ValueCipher? = nil, didMigrate: (String) -> Void = { _ in }
    ) throws -> DatabasePool {
        try translated(path) {
            var configuration = Configuration()
            configuration.maximumReaderCount = 2
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { database in
                try database.execute(sql: logSize)
                try database.add(cipher)
            }
            try PrivateFile.prepare(path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try database.execute(sql: secureDelete)
                guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else {
                    throw StorageError.unusable(folder: path, reason: "SQLite rejected synchronous = FULL")
                }
            }
            // Migrations decrypt values.
            _ = try pool.read { try EncryptionKeyTable.verifyKnown(cipher, of: path, in: SQLiteSession($0)) }
            if let backup = try migrate(pool, with: DatabaseSchema.bot, file: path) { didMigrate(backup) }
            try pool.write { try EncryptionKeyTable.verify(cipher, of: path, in: SQLiteSession($0)) }
            return pool
        }
    }

    /// Opens the database of an earlier version as it is, after verifying the key.
    static func openToUpgrade(_ path: String, _ cipher: ValueCipher?) throws -> DatabaseQueue {
        try translated(path) {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA synchronous = FULL; \(secureDelete)")
                try database.add(cipher)
            }
            try PrivateFile.prepare(path)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            if try queue.read(DatabaseSchema.bot.hasBeenSuperseded) { throw StorageError.newerSchema(file: path) }
            _ = try queue.read { try EncryptionKeyTable.verifyKnown(cipher, of: path, in: SQLiteSession($0)) }
            return queue
        }
    }

    /// Opens the archive, a projection that can be rebuilt: a power failure may cost its newest rows.
    ///
    /// An archive whose encryption differs from the store's is deleted and rebuilt. A damaged one is kept under another name.
    ///
    /// - Parameter keepingDamaged: Returns a part of the new name of a damaged archive.
    static func openArchive(
        _ path: String, _ cipher: ValueCipher? = nil, keepingDamaged stamp: () -> String, logger: Logger? = nil
    ) throws -> DatabaseQueue {
        let damaged = DamagedArchive(path)
        do {
            if !damaged.isNoted { return try openArchive(path, cipher) }
        } catch StorageError.damaged(_, let reason) {
            logger?.error("Archive damaged", metadata: ["archive.error": "\(reason)"])
        }
        let copy = try damaged.moveAside(stamp())
        logger?.warning(
            "The archive is made anew of the journal; the damaged one is kept until you delete it",
            metadata: ["archive.damaged": "\(copy)"])
        return try openArchive(path, cipher)
    }

    /// Opens the archive as `openArchive(_:_:keepingDamaged:logger:)` does.
    ///
    /// - Throws: `StorageError`, also for a damaged one.
    static func openArchive(_ path: String, _ cipher: ValueCipher? = nil) throws -> DatabaseQueue {
        let archive = try openArchiveAsIs(path, cipher)
        let isOfStore = try translated(path, isProjection: true) {
            try archive.write { try ArchiveTable.agree(with: cipher, in: $0) }
        }
        if isOfStore { return archive }
        try archive.close()
        for name in [path, path + "-wal", path + "-shm"] where unlink(name) != 0 && errno != ENOENT {
            throw StorageError.unusable(folder: path, reason: String(cString: strerror(errno)))
        }
        let anew = try openArchiveAsIs(path, cipher)
        _ = try anew.write { try ArchiveTable.agree(with: cipher, in: $0) }
        return anew
    }

    private static func openArchiveAsIs(_ path: String, _ cipher: ValueCipher?) throws -> DatabaseQueue {
        try translated(path, isProjection: true) {
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { database in
                // Verifying that a change is one of three would build a temporary index for each row; only `ArchiveTable` writes them.
                try database.execute(sql: "\(logSize); \(secureDelete); PRAGMA ignore_check_constraints = ON")
                try database.add(cipher)
            }
            try PrivateFile.prepare(path)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            _ = try migrate(queue, with: DatabaseSchema.archive, file: path)
            return queue
        }
    }

    /// Settings of SQLite for the whole process, made before the first database is opened.
    private static let processSettings: Void = {
        sqlite_stop_counting_memory()
        sqlite_tell_read_errors_from_damage()
    }()

    /// Overwrites deleted and changed content in the file, so that removed texts cannot be recovered.
    private static let secureDelete = "PRAGMA secure_delete = ON"

    /// Truncates a write-ahead log that has become larger when it is begun anew.
    private static let logSize = "PRAGMA journal_size_limit = \(WriteAheadLogLimit.bytesKept)"

    /// Opens a database read-only, for commands that run beside the application.
    ///
    /// - Parameter skipsKeyCheck: Skips the verification of the key. Encrypted values cannot be read then.
    static func openToRead(
        _ path: String, as migrator: DatabaseMigrator = DatabaseSchema.bot, _ cipher: ValueCipher? = nil,
        skipsKeyCheck: Bool = false
    ) throws -> DatabaseQueue {
        guard access(path, R_OK) == 0 else {
            guard errno != ENOENT else { throw try StorageError.absent(path) }
            let reason = String(cString: strerror(errno))
            throw StorageError.unusable(folder: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), reason: reason)
        }
        return try translated(path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { try $0.add(cipher) }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            if try queue.read(migrator.hasBeenSuperseded) { throw StorageError.newerSchema(file: path) }
            if !skipsKeyCheck {
                try cipher.check(try queue.read { try EncryptionKeyTable.keys(in: SQLiteSession($0)) }, of: path)
            }
            return queue
        }
    }

    /// Migrates the schema, after copying a database that has an earlier one.
    ///
    /// - Returns: The path of the copy; nil if there was nothing to copy.
    private static func migrate(_ writer: any DatabaseWriter, with migrator: DatabaseMigrator, file: String) throws -> String? {
        let applied = try writer.read(migrator.appliedIdentifiers)
        if applied.isNewer(than: migrator.migrations) { throw StorageError.newerSchema(file: file) }
        guard applied.isSubset(of: migrator.migrations) else {
            throw StorageError.damaged(file: file, reason: "the names of its migrations are damaged")
        }
        guard !applied.isEmpty, applied.count < migrator.migrations.count else {
            try migrator.migrate(writer)
            return nil
        }
        let backup = try MigrationBackup(of: file).make(from: writer, schema: applied.count)
        try migrator.migrate(writer)
        return backup
    }

    /// - Parameter isProjection: Pass true for a database that can be made anew. Tables that are missing or there twice are damage then.
    static func translated<T>(_ path: String, isProjection: Bool = false, _ body: () throws -> T) throws -> T {
        _ = processSettings
        do {
            return try body()
        } catch let error as DatabaseError
            where error.isDamage || isProjection && [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode)
        {
            throw StorageError.damaged(file: path, reason: StorageErrorDescription.words(for: error))
        } catch let error as SQLRow.ValueError {
            throw StorageError.damaged(file: path, reason: "\(error)")
        } catch is RowDecodingError {
            throw StorageError.damaged(file: path, reason: "a value is missing or of another type")
        } catch let error as DatabaseError {
            throw StorageError.unusable(folder: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
        }
    }
}
