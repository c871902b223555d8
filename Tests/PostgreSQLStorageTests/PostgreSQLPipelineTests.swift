import BotTesting
import ChatModel
import Foundation
import Logging
import Testing

@testable import PostgreSQLStorage
@testable import Storage

/// Transactions whose statements are sent before the results of earlier ones are read.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] != nil, "TEST_DATABASE_URL names no PostgreSQL server"),
    .timeLimit(.minutes(2)))
struct PostgreSQLPipelineTests {
    private static let insertion = "INSERT INTO clan (id, name) VALUES (?, ?)"
    private let url: String
    private let schema: String
    private let folder: TemporaryDirectory
    private let database: PostgreSQLDatabase

    init() throws {
        url = try #require(ProcessInfo.processInfo.environment["TEST_DATABASE_URL"])
        schema = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
        folder = try TemporaryDirectory()
        database = try PostgreSQLDatabase(
            url: url, schema: schema, as: ClusterNode(name: "test", process: UUID().uuidString, pid: 1, version: ""),
            cipher: nil, time: ManualTime())
    }

    /// Performs a test with the session that writes.
    private func withSession(_ body: (any SQLWriterSession) throws -> Void) throws {
        defer { database.close() }
        var result = Result<Void, any Error>.success(())
        database.writer.withSession { session in result = Result { try body(session) } }
        try result.get()
    }

    private func clans(_ session: any SQLSession) throws -> [Int64] { try session.values("SELECT id FROM clan ORDER BY id") }

    @Test func `an error in the middle of a transaction is that of its commit, and the next transaction succeeds`() throws {
        try withSession { session in
            try session.begin()
            try session.execute(Self.insertion, [1, "a"])
            try session.execute(Self.insertion, [1, "b"])
            // Prepared behind the error, and therefore not at all.
            try session.execute("UPDATE clan SET name = ? WHERE id = ?", ["c", 1])
            #expect { try session.commit() } throws: { error in
                (error as? PostgreSQLError).map { $0.isConstraint && !$0.isTemporary && !$0.leavesCommitOpen } ?? false
            }
            session.rollBack()
            try session.begin()
            #expect(try clans(session).isEmpty)
            try session.execute(Self.insertion, [2, "a"])
            try session.execute("UPDATE clan SET name = ? WHERE id = ?", ["c", 2])
            try session.commit()
            try session.begin()
            #expect(try session.values("SELECT name FROM clan") == ["c"])
            try session.commit()
        }
    }

    @Test func `an error reaches the write that caused it, and the others of its transaction are made`() async throws {
        let store = try Store(
            database, folder: try DataDirectory(folder.path + "/data"), cipher: nil, time: ManualTime(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        defer { try? store.close() }
        let ids = [1, 2, 1, 3]
        let failures = try await withThrowingTaskGroup { group in
            for id in ids {
                group.addTask {
                    do {
                        try await store.database.commit { try $0.database.execute(Self.insertion, [id, "a"]) }
                        return 0
                    } catch let error as PostgreSQLError where error.isConstraint {
                        return id
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(failures == 1)
        #expect(try await store.database.read { try clans($0) } == [1, 2, 3])
    }

    @Test func `statements and results that exceed the buffers of the connection are written and read in order`() throws {
        let count = 3000
        let text = String(repeating: "x", count: 2000)
        try withSession { session in
            try session.begin()
            for id in 1...count { try session.execute(Self.insertion, [id, text]) }
            try session.execute(Self.insertion, [0, String(repeating: "y", count: 8 << 20)])
            let statement = SQLRowStatement(
                "INSERT INTO clan (id, name)", values: "?1, ?2", "ON CONFLICT DO NOTHING", arguments: [.integer, .text])
            // Every second row is there.
            try session.run(statement, rows: count) { index, row in
                row.bind(index * 2)
                row.bind(text)
            }
            var ids: [Int64?] = []
            // The second row has the key of the first one, and the last one that of the one before it.
            let insertion = SQLInsertion(
                into: "outbox",
                [
                    "cause": .integer, "author": .text, "ordinal": .integer, "destination": .integer, "payload": .blob,
                    "created_at": .integer,
                ],
                id: "id", key: ["cause", "author", "ordinal"], encrypting: .payload)
            try session.insert(insertion, rows: count) { index, row in
                row.bind(index == 1 || index == count - 1 ? index - 1 : index)
                row.bind("a")
                row.bind(0)
                row.bind(0)
                row.bind([UInt8](repeating: 0, count: 3000))
                row.bind(0)
            } ended: {
                if $0 == ids.count { ids.append($1) }
            }
            #expect(ids.count == count && ids.indices.filter { ids[$0] == nil } == [1, count - 1])
            #expect(ids.compactMap { $0 } == ids.compactMap { $0 }.sorted())
            try session.commit()
            try session.begin()
            #expect(try session.value("SELECT count(*) FROM clan") == count + 1 + count / 2 - 1)
            #expect(try session.value("SELECT octet_length(name) FROM clan WHERE id = 0") == 8 << 20)
            try session.commit()
        }
    }

    @Test(arguments: [1, 1000])
    func `a transaction whose connection was lost in the middle can be repeated`(count: Int) throws {
        try withSession { session in
            try session.begin()
            for id in 0..<count { try session.execute(Self.insertion, [id, "a"]) }
            try PostgreSQLConnection(url: url).execute(
                script: "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name LIKE '%\(schema)%'")
            #expect {
                for id in 0..<count { try session.execute(Self.insertion, [count + id, "a"]) }
                _ = try clans(session)
            } throws: { error in
                (error as? PostgreSQLError).map { $0.isTemporary && !$0.leavesCommitOpen } ?? false
            }
            session.rollBack()
            try session.begin()
            #expect(try clans(session).isEmpty)
            for id in 0..<count { try session.execute(Self.insertion, [id, "b"]) }
            try session.commit()
            try session.begin()
            #expect(try session.value("SELECT count(*) FROM clan WHERE name = 'b'") == count)
            try session.commit()
        }
    }
}
