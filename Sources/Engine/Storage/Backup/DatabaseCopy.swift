import AsyncSupport
import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// A copy of a database as of one moment, made while others may write to it.
///
/// Writers are never blocked: the source is read in one transaction, beside which its write-ahead log grows. The copy is one file
/// without a log.
struct DatabaseCopy {
    /// A step of the copy: 4 MiB for the usual size of a page.
    private static let pagesPerStep: CInt = 1024

    let path: String

    /// Copies a database to a new file that only its owner may read.
    ///
    /// - Parameters:
    ///   - source: A connection, inside a transaction if the copy is to be made as of its beginning.
    ///   - progress: Receives the number of bytes copied. An error that it throws ends the copy.
    /// - Throws: `DatabaseError`, `StorageError`, and the errors of `progress`. The file is removed then.
    func make(from source: Database, progress: @escaping (Int64) throws -> Void = { _ in }) throws {
        do {
            try remove()
            try PrivateFile.prepare(path)
            try copy(source, progress)
            try withoutLog()
            let file = try PositionedFile.writing(path, isNew: false)
            try file.sync()
        } catch {
            try? remove()
            throw error
        }
    }

    /// Removes the file and what SQLite keeps beside it.
    func remove() throws { try PositionedFile.remove(["", "-journal", "-wal", "-shm"].map { path + $0 }) }

    private func copy(_ source: Database, _ progress: @escaping (Int64) throws -> Void) throws {
        var configuration = Configuration()
        // An interrupted copy is removed, so that it needs no journal. It is synced once it is complete.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        let copy = try DatabaseQueue(path: path, configuration: configuration)
        // Synced at each step: a large amount of unwritten data would delay the commits of the application.
        let file = try PositionedFile.writing(path, isNew: false)
        let pageBytes = try Int64.fetchOne(source, sql: "PRAGMA page_size") ?? 0
        try copy.writeWithoutTransaction { target in
            try source.backup(to: target, pagesPerStep: Self.pagesPerStep) { step in
                try file.sync()
                try progress(Int64(step.completedPageCount) * pageBytes)
            }
        }
        try copy.close()
    }

    /// Turns off the mode of the source, which would create a log beside the copy whenever it is opened.
    private func withoutLog() throws {
        let copy = try DatabaseQueue(path: path)
        try copy.writeWithoutTransaction { database in
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
                throw StorageError.unusable(folder: path, reason: "SQLite keeps its write-ahead log")
            }
        }
        try copy.close()
    }
}
