import BotTesting
import Foundation
import GRDB
import Testing

@testable import Storage

struct DatabaseOpenerTests {
    private let folder: TemporaryDirectory
    private var file: String { folder.path + "/bot.sqlite" }

    init() throws { folder = try TemporaryDirectory() }

    @Test func `commits are durable with WAL and synchronous FULL`() async throws {
        let pool = try DatabaseOpener.open(file)
        let (synchronous, journal) = try await pool.write { database in
            (try Int.fetchOne(database, sql: "PRAGMA synchronous"), try String.fetchOne(database, sql: "PRAGMA journal_mode"))
        }
        #expect(synchronous == 2)
        #expect(journal == "wal")
    }

    @Test(arguments: [false, true])
    func `only the owner may read database files, regardless of earlier permissions`(isOld: Bool) async throws {
        if isOld {
            for name in [file, file + "-wal", file + "-shm"] {
                let isMade = FileManager.default.createFile(atPath: name, contents: nil, attributes: [.posixPermissions: 0o644])
                #expect(isMade)
            }
        }
        let pool = try DatabaseOpener.open(file)
        try await pool.write { try $0.execute(sql: "CREATE TABLE something (id INTEGER)") }
        _ = try DatabaseOpener.openArchive(folder.path + "/archive.sqlite")
        let modes = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
            try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions] as? Int
        }
        #expect(modes.count >= 4)
        #expect(Set(modes) == [0o600])
    }

    @Test func `a log that has grown is cut when it is begun anew`() async throws {
        let writers: [any DatabaseWriter] = [
            try DatabaseOpener.open(file), try DatabaseOpener.openArchive(folder.path + "/archive.sqlite"),
        ]
        for writer in writers {
            #expect(try await writer.write { try Int.fetchOne($0, sql: "PRAGMA journal_size_limit") } == 64 << 20)
        }
    }

    @Test func `foreign keys are enforced`() async throws {
        let pool = try DatabaseOpener.open(file)
        await #expect(throws: DatabaseError.self) {
            try await pool.write { try $0.execute(sql: "INSERT INTO turn (sequence, at, trace) VALUES (99, 0, '')") }
        }
    }

    @Test(arguments: ["bot", "archive", "reader"])
    func `a file of a newer version is rejected`(kind: String) async throws {
        let queue = kind == "archive" ? try DatabaseOpener.openArchive(file) : try DatabaseOpener.open(file) as any DatabaseWriter
        try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')") }
        try queue.close()
        #expect(throws: StorageError.newerSchema(file: file)) {
            switch kind {
            case "archive": _ = try DatabaseOpener.openArchive(file)
            case "reader": _ = try DatabaseOpener.openToRead(file)
            default: _ = try DatabaseOpener.open(file)
            }
        }
    }

    @Test(arguments: [Data(repeating: 0x41, count: 8192), Data("SQLite format 3\0".utf8) + Data(repeating: 0xFF, count: 8192)])
    func `a file that is not a database is rejected by name`(bytes: Data) throws {
        try bytes.write(to: URL(filePath: file))
        #expect {
            _ = try DatabaseOpener.open(file)
        } throws: { error in
            guard case StorageError.damaged(let damaged, _) = error else { return false }
            return damaged == file
        }
    }

    @Test func `opening a missing database for reading is an error`() {
        #expect(throws: StorageError.missing(file: file)) { try DatabaseOpener.openToRead(file) }
    }
}
