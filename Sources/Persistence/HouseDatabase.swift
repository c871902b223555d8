import Foundation
import GRDB
import MezonModel

/// Opens the files of the data folder the one way they may be opened.
enum HouseDatabase {
    /// The journal, turns and outbox: durable at every commit.
    ///
    /// `DatabasePool` sets `synchronous` to NORMAL after its preparation, so FULL is set, and read back, once it is open.
    static func open(_ path: String) throws -> DatabasePool {
        try translated(path) {
            var configuration = Configuration()
            configuration.maximumReaderCount = 2
            configuration.busyMode = .timeout(5)
            try PrivateFile.claim(path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try database.execute(sql: forgetting)
                guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else {
                    throw StorageError.unusable(folder: path, reason: "SQLite refuses synchronous = FULL")
                }
            }
            try migrate(pool, with: Schema.house, file: path)
            return pool
        }
    }

    /// The archive: a projection that can be built again, so a power cut may cost it its newest rows.
    static func openArchive(_ path: String) throws -> DatabaseQueue {
        try translated(path) {
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { try $0.execute(sql: forgetting) }
            try PrivateFile.claim(path)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try migrate(queue, with: Schema.archive, file: path)
            return queue
        }
    }

    /// What is deleted or changed is overwritten in the file: a text that was taken out is gone.
    private static let forgetting = "PRAGMA secure_delete = ON"

    /// For commands beside a running house.
    static func openToRead(_ path: String, as migrator: DatabaseMigrator = Schema.house) throws -> DatabaseQueue {
        guard FileManager.default.fileExists(atPath: path) else { throw StorageError.missing(file: path) }
        return try translated(path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            if try queue.read(migrator.hasBeenSuperseded) { throw StorageError.newerSchema(file: path) }
            return queue
        }
    }

    private static func migrate(_ writer: any DatabaseWriter, with migrator: DatabaseMigrator, file: String) throws {
        if try writer.read(migrator.hasBeenSuperseded) { throw StorageError.newerSchema(file: file) }
        try migrator.migrate(writer)
    }

    private static func translated<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StorageError.unusable(folder: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
        }
    }
}
