import BotTesting
import ChatModel
import Foundation
import GRDB
import Logging
import Testing

@testable import Storage

struct WriteAheadLogLimitTests {
    private let folder: TemporaryDirectory
    private let pool: DatabasePool
    private let commits: GroupCommit
    private let limit = 1 << 20

    init() throws {
        folder = try TemporaryDirectory()
        pool = try DatabaseOpener.open(folder.path + "/bot.sqlite")
        try pool.write { try $0.execute(sql: "CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT NOT NULL)") }
        commits = GroupCommit(
            database: SQLiteWriter(pool, maxLogBytes: limit), time: ManualTime(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func `a log that a reader has let grow is truncated when the reader has ended`() async throws {
        try await growLog()
        for _ in 0..<6 { try await write() }
        // A commit returns before the log is truncated.
        try await pool.writeWithoutTransaction { _ in }
        #expect(logSize(in: folder.path) < limit)
    }

    @Test func `closing a pool that has readers empties its log`() async throws {
        for _ in 0..<4 { try await write() }
        _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM line") }
        try pool.closeWithoutLog()
        #expect(logSize(in: folder.path) == 0)
    }

    @Test func `closing a store empties its log while another process reads`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        let reader = try testStore.reader()
        #expect(try await reader.lastSequence() == 1)
        #expect(logSize(in: testStore.path) > 0)
        try testStore.close()
        #expect(logSize(in: testStore.path) == 0)
        #expect(try await reader.lastSequence() == 1)
    }

    /// Writes until the log exceeds its limit, beside a reader that keeps it from being truncated.
    private func growLog() async throws {
        let reader = try pool.makeSnapshot()
        while logSize(in: folder.path) <= limit { try await write() }
        withExtendedLifetime(reader) {}
    }

    private func write() async throws {
        let text = String(repeating: "x", count: 100_000)
        try await commits.commit { try $0.database.execute("INSERT INTO line (text) VALUES (?)", [text]) }
    }

    /// The size of the log in bytes; zero if there is none.
    private func logSize(in folder: String) -> Int {
        FileManager.default.contents(atPath: folder + "/bot.sqlite-wal")?.count ?? 0
    }
}
