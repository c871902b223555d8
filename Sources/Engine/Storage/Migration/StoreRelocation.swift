package import AsyncSupport
import ChatModel
import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// The move of a data directory's store from its file to a database server, or back.
///
/// The store is copied and verified before anything changes. The move itself is one change of `server.json`; what follows is completed by
/// the same command after an interruption. Meanwhile the directory has a file and the record of a server, with which no bot runs.
package struct StoreRelocation {
    package struct Outcome: Sendable, Hashable {
        /// The tables that were copied and verified; nil if an earlier call has done so, and this one has completed the move.
        package var report: StoreMigration.Report?
        /// The former database file.
        package var aside: String?
    }

    /// The steps of a move after the copy.
    enum Step: CaseIterable { case renamed, switched, movedAside, unmarked }

    private let folder: DataDirectory
    private let id: String
    private let flag: CancellationFlag
    /// Called after each step.
    private let didFinish: (Step) throws -> Void

    /// - Parameter id: The key of a new migration.
    package init(of folder: DataDirectory, id: String, flag: CancellationFlag) {
        self.init(of: folder, id: id, flag: flag) { _ in }
    }

    init(of folder: DataDirectory, id: String, flag: CancellationFlag, didFinish: @escaping (Step) throws -> Void) {
        self.folder = folder
        self.id = id
        self.flag = flag
        self.didFinish = didFinish
    }

    /// Moves the store from its file to a server.
    ///
    /// - Parameters:
    ///   - record: The server, noted in the directory.
    ///   - cipher: The cipher of an encrypted store. Its copy is encrypted with the same key.
    ///   - suffix: The end of the name of the former file.
    ///   - open: Opens the server for a migration.
    /// - Throws: `MigrationError`, `StorageError`, and the errors of the databases.
    package func moveToServer(
        _ record: ServerRecord, cipher: ValueCipher?, suffix: String, open: () throws -> any SQLDatabase,
        progress: (Int64, Int64) throws -> Void = { _, _ in }
    ) throws -> Outcome {
        let known = try MigrationNote(of: folder.path)
        let note = MigrationNote(id: known?.id ?? id, direction: .toServer, schema: record.schema)
        var outcome = Outcome()
        if let server = try ServerRecord(of: folder.path) {
            guard known == note, server.schema == note.schema else { throw MigrationError.alreadyOnServer(folder: folder.path) }
        } else {
            guard exists(DatabaseUpgrade.newest(in: folder.path)) else { throw try StorageError.absent(folder.database) }
            let pool = try DatabaseOpener.open(in: folder, cipher)
            outcome.report = try withoutLog(pool, pool.close) {
                try note.write(in: folder.path)
                return try withServer(open) { server in
                    if let shared = server.sharedBlobs {
                        try BlobStore(folder: folder.blobs, cipher: cipher).copy(to: shared)
                    }
                    return try copy(
                        SQLiteReader(pool), to: server, "the schema \(record.schema) on the server", note.id, progress)
                }
            }
        }
        try record.write(in: folder)
        try didFinish(.switched)
        outcome.aside = try moveAside(suffix)
        try didFinish(.movedAside)
        try withServer(open) { try StoreMigration.complete(in: $0) }
        try didFinish(.unmarked)
        try MigrationNote.remove(in: folder.path)
        return outcome
    }

    /// Moves the store from its server to a file. It stays on the server as it is.
    ///
    /// - Parameters:
    ///   - cipher: The cipher of an encrypted store. Its copy is encrypted with the same key.
    ///   - open: Opens the server.
    /// - Throws: `MigrationError`, `StorageError`, and the errors of the databases.
    package func moveToFile(
        cipher: ValueCipher?, open: (ServerRecord) throws -> any SQLDatabase,
        progress: (Int64, Int64) throws -> Void = { _, _ in }
    ) throws -> Outcome {
        let newest = DatabaseUpgrade.newest(in: folder.path)
        guard let record = try ServerRecord(of: folder.path) else {
            guard exists(newest) else { throw try StorageError.absent(folder.database) }
            throw MigrationError.alreadyInFile(folder: folder.path)
        }
        let known = try MigrationNote(of: folder.path)
        // Its note is needed to complete it.
        guard known?.direction != .toServer else { throw MigrationError.unfinished(folder: folder.path) }
        var note = MigrationNote(id: known?.id ?? id, direction: .toFile, schema: record.schema)
        var outcome = Outcome()
        if exists(newest) {
            note.isComplete = true
            guard known == note else { throw MigrationError.exists(file: newest) }
        } else {
            let draft = folder.database + ".migration"
            try note.write(in: folder.path)
            outcome.report = try withServer({ try open(record) }) { server in
                let report = try withFile(draft, cipher) { try copy(server.reader, to: $0, draft, note.id, progress) }
                if let shared = server.sharedBlobs {
                    try BlobStore(folder: folder.blobs, cipher: cipher).copy(from: shared)
                }
                // Refused if another process has written to the store meanwhile. No bot runs with it any more.
                try server.writer.transaction { session in
                    if try !session.hasTable(MigrationRecord.movedTable) {
                        try session.execute("CREATE TABLE \(MigrationRecord.movedTable) (id BIGINT PRIMARY KEY)")
                    }
                }
                return report
            }
            note.isComplete = true
            try note.write(in: folder.path)
            try rename(draft, to: folder.database)
            try didFinish(.renamed)
        }
        try withFile(folder.database, cipher) { try StoreMigration.complete(in: $0) }
        try didFinish(.unmarked)
        try ServerRecord.remove(in: folder)
        try didFinish(.switched)
        try MigrationNote.remove(in: folder.path)
        return outcome
    }

    private func copy(
        _ source: any SQLReader, to destination: any SQLDatabase, _ name: String, _ id: String,
        _ progress: (Int64, Int64) throws -> Void
    ) throws -> StoreMigration.Report {
        do {
            return try StoreMigration(from: source, to: destination, named: name, flag: flag).run(
                id: id, progress: progress)
        } catch is CancellationError {
            throw MigrationError.interrupted
        }
    }

    private func withServer<Value>(
        _ open: () throws -> any SQLDatabase, _ body: (any SQLDatabase) throws -> Value
    ) throws -> Value {
        let server = try open()
        return try closing(server.close) { try body(server) }
    }

    private func withFile<Value>(
        _ file: String, _ cipher: ValueCipher?, _ body: (any SQLDatabase) throws -> Value
    ) throws -> Value {
        let pool = try DatabaseOpener.open(file, cipher)
        let database = SQLiteDatabase(
            pool, decisions: try DatabaseOpener.openToRead(file, cipher), time: SystemTime())
        return try withoutLog(pool, database.close) { try body(database) }
    }

    /// Closes a file after all of its log is in it.
    private func withoutLog<Value>(_ pool: DatabasePool, _ close: () throws -> Void, _ body: () throws -> Value) throws -> Value {
        try closing(close) {
            let value = try body()
            guard try pool.writeWithoutTransaction({ try $0.truncateLog(waiting: 5000) }) else {
                throw failure("another process is reading \(pool.path); stop it first")
            }
            return value
        }
    }

    private func closing<Value>(_ close: () throws -> Void, _ body: () throws -> Value) throws -> Value {
        let value: Value
        do {
            value = try body()
        } catch {
            _ = try? close()  // The first error is the one to report.
            throw error
        }
        try close()
        return value
    }

    /// Renames the former database.
    private func moveAside(_ suffix: String) throws -> String? {
        guard exists(folder.database) else { return nil }
        let aside = "\(folder.database).moved-\(suffix)"
        guard !exists(aside) else { throw MigrationError.exists(file: aside) }
        try rename(folder.database, to: aside)
        return aside
    }

    /// Renames a database whose log is in it.
    private func rename(_ file: String, to name: String) throws {
        do {
            try PositionedFile.remove([file + "-wal", file + "-shm"])
            try PositionedFile.rename(file, to: name)
            try PositionedFile.sync(folder: folder.path)
        } catch {
            throw failure(error.words)
        }
    }

    private func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: file) }

    private func failure(_ reason: String) -> StorageError { .unusable(folder: folder.path, reason: reason) }
}
