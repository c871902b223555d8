import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import GRDB
import Logging
import PostgreSQLStorage
import Testing

@testable import Storage

enum TestServer {
    static let url = ProcessInfo.processInfo.environment["TEST_DATABASE_URL"]
}

/// The moves between a file and the server of `TEST_DATABASE_URL`, which `Tests/PostgreSQL/run` starts.
@Suite(.enabled(if: TestServer.url != nil, "TEST_DATABASE_URL names no PostgreSQL server"))
struct StoreRelocationTests {
    private struct Kill: Error {}

    private let url: String
    private let record: ServerRecord
    private let time = ManualTime()
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws {
        url = try #require(TestServer.url)
        record = ServerRecord(
            source: "env:TEST_DATABASE_URL", schema: "t" + UUID().uuidString.lowercased().filter { $0 != "-" })
    }

    private func open(_ cipher: ValueCipher? = nil, isMigrating: Bool = false) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(
            url: url, schema: record.schema, as: ClusterNode(name: "test", process: UUID().uuidString, pid: 1, version: ""),
            cipher: cipher, time: time, isMigrating: isMigrating)
    }

    private func moveToServer(
        _ folder: String, _ cipher: ValueCipher? = nil,
        didFinish: @escaping (StoreRelocation.Step) throws -> Void = { _ in },
        progress: (Int64, Int64) throws -> Void = { _, _ in }
    ) throws -> StoreRelocation.Outcome {
        try StoreRelocation(of: try DataDirectory(folder), id: UUID().uuidString, flag: CancellationFlag(), didFinish: didFinish)
            .moveToServer(
                record, cipher: cipher, suffix: "1", open: { try open(cipher, isMigrating: true) },
                progress: progress)
    }

    private func moveToFile(
        _ folder: String, _ cipher: ValueCipher? = nil,
        didFinish: @escaping (StoreRelocation.Step) throws -> Void = { _ in },
        progress: (Int64, Int64) throws -> Void = { _, _ in }
    ) throws -> StoreRelocation.Outcome {
        try StoreRelocation(of: try DataDirectory(folder), id: UUID().uuidString, flag: CancellationFlag(), didFinish: didFinish)
            .moveToFile(
                cipher: cipher,
                open: {
                    #expect($0 == record)
                    return try open(cipher)
                }, progress: progress)
    }

    /// A filled store that is closed.
    private func folder(cipher: ValueCipher? = nil) throws -> TemporaryDirectory {
        let store = try FilledStore(cipher: cipher)
        if let key = cipher?.current { try store.pool.write { try EncryptionKeyTable.note(key, in: SQLiteSession($0)) } }
        try store.pool.closeWithoutLog()
        return store.folder
    }

    /// Opens the file as a bot does. Its values are not those of a store.
    private func openFile(_ folder: TemporaryDirectory) throws {
        try DatabaseOpener.open(in: try DataDirectory(folder.path), nil).closeWithoutLog()
    }

    private func names(in folder: TemporaryDirectory) throws -> Set<String> {
        // Readers leave an empty log and its index.
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).filter {
            $0 != "lock" && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
    }

    @Test func `a store moves to a server and back and is the same`() throws {
        let folder = try folder()
        let file = folder.path + "/bot.sqlite"
        let before = try FilledStore.contents(of: file)
        let there = try moveToServer(folder.path)
        #expect(there.aside == file + ".moved-1")
        #expect(try names(in: folder) == ["server.json", "bot.sqlite.moved-1"])
        #expect(try FilledStore.contents(of: file + ".moved-1") == before)
        #expect(try ServerRecord(of: folder.path) == record)

        let back = try moveToFile(folder.path)
        #expect(try FilledStore.contents(of: file) == before)
        #expect(try names(in: folder) == ["bot.sqlite", "bot.sqlite.moved-1"])
        #expect(back.report?.tables == there.report?.tables)
        #expect(back.report?.tables.map(\.table).sorted() == before.keys.sorted())
    }

    @Test func `the server has every table and column of the schema`() throws {
        let server = try open()
        defer { server.close() }
        let found = try server.reader.readNow { session in
            try session.rows(
                "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
            ) { [$0[0] as String, $0[1] as String] }
        }
        let expected = try MigrationTable.all().flatMap { table in table.columns.map { [table.name, $0] } }
        let own = ["schema_version", "store_owner", "encryption_key", "lease", "lease_change", "node", "blob"]
        #expect(Set(found.filter { !own.contains($0[0]) }) == Set(expected))
    }

    @Test func `a bot continues on the server, and on the file again`() async throws {
        let folder = try TemporaryDirectory()
        let first = try Store(folder: try DataDirectory(folder.path), time: time, logger: logger)
        try await first.journal.append([.make(.make(text: "one", id: 11)), .make(.make(text: "two", id: 12))])
        try await first.turns.commit([turn(for: 1, deliveries: 4)])
        try first.close()
        _ = try moveToServer(folder.path)

        let second = try Store(
            try open(), folder: try DataDirectory(folder.path), cipher: nil, time: time, logger: logger)
        #expect(try await second.journal.append([.make(.make(text: "two", id: 12)), .make(.make(id: 13))]) == 1)
        try await second.turns.commit([turn(for: 2)])  // Its deliveries are numbered behind those of the first.
        try second.close()
        _ = try moveToFile(folder.path)

        let third = try Store(folder: try DataDirectory(folder.path), time: time, logger: logger)
        try await third.turns.commit([turn(for: 3)])
        #expect(try await third.journal.entries(after: 0, limit: 9).map(\.message) == [11, 12, 13])
        #expect(try await third.outbox.openDeliveries(after: 0, limit: 9).map(\.id) == [1, 2, 3, 4, 5, 6])
        try third.close()
    }

    private func turn(for sequence: Int64, deliveries: Int = 1) -> Turn {
        Turn(
            sequence: sequence, trace: Trace([.init("rule:a", "reply", "always")]),
            deliveries: (0..<deliveries).map {
                NewDelivery(author: "rule:a", ordinal: $0, destination: .general, payload: [0, 255])
            })
    }

    @Test(arguments: [StoreRelocation.Step.switched, .movedAside, .unmarked])
    func `a move to the server that is killed after the copy is completed`(step: StoreRelocation.Step) throws {
        let folder = try folder()
        #expect(throws: Kill.self) {
            try moveToServer(folder.path, didFinish: { if $0 == step { throw Kill() } })
        }
        // A bot never runs with the old file, nor with a copy that is not complete.
        #expect(throws: StorageError.self) { try openFile(folder) }
        if step == .switched {
            #expect(throws: StorageError.self) { try record.verify(in: try DataDirectory(folder.path)) }
        }
        if step != .unmarked { #expect(throws: StorageError.self) { try open() } }
        #expect(throws: MigrationError.unfinished(folder: folder.path)) { try moveToFile(folder.path) }
        #expect(try moveToServer(folder.path).report == nil)
        #expect(try names(in: folder) == ["server.json", "bot.sqlite.moved-1"])
        try record.verify(in: try DataDirectory(folder.path))
        try open().close()
    }

    @Test(arguments: [StoreRelocation.Step.renamed, .unmarked, .switched])
    func `a move to the file that is killed after the copy is completed`(step: StoreRelocation.Step) throws {
        let folder = try folder()
        let before = try FilledStore.contents(of: folder.path + "/bot.sqlite")
        _ = try moveToServer(folder.path)
        #expect(throws: Kill.self) { try moveToFile(folder.path, didFinish: { if $0 == step { throw Kill() } }) }
        if step == .switched {
            #expect(throws: MigrationError.alreadyInFile(folder: folder.path)) { try moveToFile(folder.path) }
        } else {
            #expect(throws: StorageError.self) { try openFile(folder) }
            #expect(throws: StorageError.self) { try record.verify(in: try DataDirectory(folder.path)) }
            #expect(try moveToFile(folder.path).report == nil)
        }
        #expect(try FilledStore.contents(of: folder.path + "/bot.sqlite") == before)
        try openFile(folder)
    }

    @Test func `a copy that is killed is continued in both directions, and the store works meanwhile`() throws {
        let folder = try folder()
        let before = try FilledStore.contents(of: folder.path + "/bot.sqlite")
        try expectContinued {
            try moveToServer(folder.path, progress: $0)
        } meanwhile: {
            #expect(throws: StorageError.self) { try open() }
            try openFile(folder)
        }
        try expectContinued {
            try moveToFile(folder.path, progress: $0)
        } meanwhile: {
            try open().close()
        }
        #expect(try FilledStore.contents(of: folder.path + "/bot.sqlite") == before)
    }

    private func expectContinued(
        _ move: ((Int64, Int64) throws -> Void) throws -> StoreRelocation.Outcome, meanwhile: () throws -> Void
    ) throws {
        var killedAt: Int64 = 0
        #expect(throws: Kill.self) {
            _ = try move { done, total in
                killedAt = done
                if done > total / 2 { throw Kill() }
            }
        }
        try meanwhile()
        var copied: Int64?
        let outcome = try move { done, total in if done > total / 3 { copied = copied ?? done } }
        #expect(outcome.report?.isRestarted == false)
        #expect(try #require(copied) > killedAt)
    }

    @Test func `a store that was written to between two attempts is copied anew`() async throws {
        let folder = try folder()
        #expect(throws: Kill.self) {
            try moveToServer(folder.path, progress: { done, total in if done > total / 2 { throw Kill() } })
        }
        let pool = try DatabaseOpener.open(folder.path + "/bot.sqlite")
        try await pool.write { try $0.execute(sql: "UPDATE account SET is_application = 1 - is_application") }
        try pool.closeWithoutLog()
        #expect(try moveToServer(folder.path).report?.isRestarted == true)
    }

    @Test func `a schema with another store is refused`() throws {
        let (first, second) = (try folder(), try folder())
        _ = try moveToServer(first.path)
        #expect(throws: MigrationError.notEmpty(destination: "the schema \(record.schema) on the server", table: "account")) {
            try moveToServer(second.path)
        }
        #expect(try names(in: second).contains("bot.sqlite"))
        #expect(throws: MigrationError.alreadyOnServer(folder: first.path)) { try moveToServer(first.path) }
    }

    @Test func `a running bot is not moved`() throws {
        let folder = try folder()
        let running = try DataDirectory(folder.path)
        #expect(throws: StorageError.owned(folder: folder.path, by: getpid())) { try moveToServer(folder.path) }
        withExtendedLifetime(running) {}
    }

    @Test func `an encrypted store moves to a server and back with its key`() throws {
        let cipher = ValueCipher(.make())
        let folder = try folder(cipher: cipher)
        let file = folder.path + "/bot.sqlite"
        let before = try FilledStore.contents(of: file, cipher)
        let blobs = BlobStore(folder: folder.path + "/blobs", cipher: cipher)
        let blob = try blobs.store(Data("picture".utf8))
        let stored = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/blobs/" + blob))
        let there = try moveToServer(folder.path, cipher)
        #expect(throws: StorageError.sealed(file: name, key: cipher.name, source: "env:KEY_1")) { try open() }
        let server = try open(cipher)
        let copied = try #require(try server.sharedBlobs?.bytes(named: blob))
        #expect(blobs.opened(copied, as: blob) == Data("picture".utf8))
        #expect(copied != Data("picture".utf8))
        server.close()

        try FileManager.default.removeItem(atPath: folder.path + "/blobs")
        #expect(throws: StorageError.self) { try moveToFile(folder.path) }
        let back = try moveToFile(folder.path, cipher)
        #expect(try FilledStore.contents(of: file, cipher) == before)
        #expect(throws: StorageError.self) { try FilledStore.contents(of: file) }
        #expect(back.report?.tables == there.report?.tables)
        #expect(try blobs.bytes(named: blob) == Data("picture".utf8))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/blobs/" + blob)).count == stored.count)
    }

    private var name: String { "the store in the schema \(record.schema) on the server" }

    @Test func `a character that the server cannot store is replaced and counted`() throws {
        let folder = try folder()
        let file = folder.path + "/bot.sqlite"
        let pool = try DatabaseOpener.open(file)
        try pool.write { try $0.execute(sql: "UPDATE clan SET name = 'a' || char(0) || 'b' WHERE id = 0") }
        try pool.write { try $0.execute(sql: "UPDATE bot_state SET key = 'k' || char(0) WHERE key = 'text 7'") }
        try pool.closeWithoutLog()
        #expect(try moveToServer(folder.path).report?.replacedRows == 2)
        _ = try moveToFile(folder.path)
        let rows = try FilledStore.contents(of: file)
        #expect(rows["clan"]?.contains([.integer(0), .text("a\u{FFFD}b")]) == true)
        #expect(rows["bot_state"]?.filter { $0.contains(.text("k\u{FFFD}")) }.count == 1)
    }

    @Test func `a row that the server does not take is named`() throws {
        let folder = try folder()
        let pool = try DatabaseOpener.open(folder.path + "/bot.sqlite")
        try pool.write { try $0.execute(sql: "UPDATE role SET is_everyone = 7 WHERE clan = 0") }
        try pool.closeWithoutLog()
        #expect {
            try moveToServer(folder.path)
        } throws: { error in
            guard case .rejected(let table, let key, _) = error as? MigrationError else { return false }
            return table == "role" && key.hasPrefix("clan \(Int64.min), id \(Int64.min) to ")
        }
        #expect(try names(in: folder).contains("bot.sqlite"))
    }
}
