import BotTesting
import Foundation
import GRDB
import Testing

@testable import Storage

struct FileCopyTableTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)
    private static let made = FileCopy.Outcome.made(address: "https://cdn.example/1", mediaType: "image/png", sizeInBytes: 3)

    private func migrated() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue)
        return queue
    }

    @Test func `the newest outcome of a file copy counts for each destination`() throws {
        try migrated().write { database in
            #expect(try FileCopyTable.copy(of: "mxc://a/b", at: "x", in: SQLiteSession(database)) == nil)
            let failed = FileCopy(.failed("away"), at: Self.start),
                made = FileCopy(Self.made, at: Self.start.addingTimeInterval(9))
            try FileCopyTable.write(failed, of: "mxc://a/b", at: "x", in: SQLiteSession(database))
            try FileCopyTable.write(failed, of: "mxc://a/b", at: "y", in: SQLiteSession(database))
            try FileCopyTable.write(made, of: "mxc://a/b", at: "x", in: SQLiteSession(database))
            #expect(try FileCopyTable.copy(of: "mxc://a/b", at: "x", in: SQLiteSession(database)) == made)
            #expect(try FileCopyTable.copy(of: "mxc://a/b", at: "y", in: SQLiteSession(database)) == failed)
        }
    }

    @Test func `file copies older than two months are removed with the next one`() throws {
        try migrated().write { database in
            try FileCopyTable.write(FileCopy(Self.made, at: Self.start), of: "old", at: "x", in: SQLiteSession(database))
            let later = FileCopy(Self.made, at: Self.start.addingTimeInterval(61 * 86_400))
            try FileCopyTable.write(later, of: "new", at: "x", in: SQLiteSession(database))
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM file_copy") == 1)
        }
    }

    @Test func `beyond 20000 file copies the oldest are removed`() throws {
        try migrated().write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
                    INSERT INTO file_copy SELECT 's' || i, 'x', '{}', ? + i FROM n
                    """, arguments: [Self.start.milliseconds])
            try FileCopyTable.write(
                FileCopy(Self.made, at: Self.start.addingTimeInterval(100)), of: "new", at: "x", in: SQLiteSession(database))
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM file_copy") == 20_001)
            #expect(try FileCopyTable.copy(of: "new", at: "x", in: SQLiteSession(database))?.outcome == Self.made)
        }
    }

    @Test func `an encrypted store reveals no addresses of file copies`() async throws {
        let testStore = try await TestStore(cipher: ValueCipher(.make()))
        try await testStore.store.copies.note(FileCopy(Self.made, at: Self.start), of: "mxc://canary.example/b", at: "x")
        #expect(
            try await testStore.store.copies.fileCopy(of: "mxc://canary.example/b", at: "x")
                == FileCopy(Self.made, at: Self.start))
        try testStore.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: testStore.path) {
            let bytes = FileManager.default.contents(atPath: testStore.path + "/" + name) ?? Data()
            #expect(bytes.range(of: Data("canary".utf8)) == nil && bytes.range(of: Data("cdn.example".utf8)) == nil)
        }
    }
}
