import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

struct MigrationBackupTests {
    private let testStore: TestStore
    private var folder: String { testStore.path }

    init() async throws {
        testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(text: "hello"))])
        try testStore.close()
    }

    /// Gives the database the schema of the second last version.
    private func age() throws {
        let queue = try DatabaseQueue(path: folder + "/bot.sqlite")
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    DELETE FROM grdb_migrations WHERE identifier = 'waiting entries, unsent deliveries';
                    DROP TABLE waiting_entry;
                    DROP INDEX outbox_by_destination;
                    DROP INDEX outbox_by_status;
                    """)
        }
        try queue.close()
    }

    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".schema-") }.sorted()
    }

    @Test func `a migration makes a copy of the former database, and other starts make none`() async throws {
        let schema = DatabaseSchema.bot.migrations.count - 1
        #expect(try copies() == [])
        try age()
        #expect(try await testStore.restart().journal.entries(after: 0, limit: 9).count == 1)
        #expect(try copies() == ["bot.sqlite.schema-\(schema)"])
        try testStore.restart()
        #expect(try copies() == ["bot.sqlite.schema-\(schema)"])
        try testStore.close()

        let copy = "\(folder)/bot.sqlite.schema-\(schema)"
        #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
        let queue = try DatabaseQueue(path: copy)
        #expect(try await queue.read { try DatabaseSchema.bot.appliedIdentifiers($0).count } == schema)
        #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM journal") } == 1)
        try queue.close()

        // The way back: the copy takes the place of the database.
        for end in ["", "-wal", "-shm"] { unlink("\(folder)/bot.sqlite\(end)") }
        try FileManager.default.moveItem(atPath: copy, toPath: folder + "/bot.sqlite")
        #expect(try await testStore.restart().journal.entries(after: 0, limit: 9).count == 1)
        try testStore.close()
    }

    @Test func `the two newest copies are kept, and a copy of the same schema is replaced`() async throws {
        let queue = try DatabaseQueue(path: folder + "/bot.sqlite")
        let backup = MigrationBackup(of: folder + "/bot.sqlite")
        for schema in [8, 9, 10, 11, 11] { _ = try backup.make(from: queue, schema: schema) }
        #expect(try copies() == ["bot.sqlite.schema-10", "bot.sqlite.schema-11"])
        try backup.removeAll()
        #expect(try copies() == [])
        try queue.close()
    }

    @Test func `without room for the copy nothing is migrated`() async throws {
        try age()
        let schema = DatabaseSchema.bot.migrations.count - 1
        // A folder in the place of the copy's draft stands for a disk that refuses it.
        try FileManager.default.createDirectory(
            atPath: "\(folder)/bot.sqlite.schema-\(schema).part/x", withIntermediateDirectories: true)
        #expect(throws: StorageError.self) { try testStore.restart() }
        let queue = try DatabaseQueue(path: folder + "/bot.sqlite")
        #expect(try await queue.read { try DatabaseSchema.bot.appliedIdentifiers($0).count } == schema)
        try queue.close()
    }

    @Test func `encrypting a store removes the copies with the former encryption`() async throws {
        try age()
        try testStore.restart()
        try testStore.close()
        #expect(try copies().count == 1)
        _ = try Reencryption(DataDirectory(folder), from: nil, to: ValueCipher(.make())).run { _, _ in }
        #expect(try copies() == [])
    }
}
