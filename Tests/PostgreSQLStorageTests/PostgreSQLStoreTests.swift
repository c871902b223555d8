import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import Storage
import Testing

@testable import PostgreSQLStorage

enum TestServer {
    static let url = ProcessInfo.processInfo.environment["TEST_DATABASE_URL"]
}

/// The stores on a real server: that of `TEST_DATABASE_URL`, which `Tests/PostgreSQL/run` starts.
@Suite(.enabled(if: TestServer.url != nil, "TEST_DATABASE_URL names no PostgreSQL server"))
struct PostgreSQLStoreTests {
    private let url: String
    private let schema: String
    private let folder: TemporaryDirectory
    private let time = ManualTime()

    init() throws {
        url = try #require(TestServer.url)
        schema = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
        folder = try TemporaryDirectory()
    }

    private func database(_ suffix: String = "") throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(try lease(of: schema + suffix), cipher: nil, time: time)
    }

    private func lease(of schema: String, at url: String? = nil) throws -> PostgreSQLLease {
        let node = ClusterNode(name: "test", process: UUID().uuidString, pid: 1, version: "1.0")
        return try .take(url: url ?? self.url, schema: schema, as: node, time: DatabaseClock(SystemTime()))
    }

    private func store(_ suffix: String = "") throws -> Store {
        try Store(
            try database(suffix), folder: try DataDirectory(folder.path + "/data" + suffix), cipher: nil, time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Ends the connections of a database as a crash of the server does.
    private func endConnections() throws {
        let connection = try PostgreSQLConnection(url: url)
        try connection.execute(
            script: "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name LIKE '%\(schema)%'")
    }

    private func turn(for sequence: Int64) -> Turn {
        Turn(
            sequence: sequence, trace: Trace([.init("rule:a", "reply", "always")]),
            deliveries: (0..<2).map {
                NewDelivery(author: "rule:a", ordinal: $0, destination: .general, payload: [0, 255, UInt8($0)])
            })
    }

    @Test func `what was committed is there after a restart, and known messages are appended once`() async throws {
        let first = try store()
        try await first.directory.remember(clans: [Clan(id: .test, name: "Nhà \u{0} \"x\"")], channels: [.general])
        #expect(try await first.journal.append([.make(.make(text: "one", id: 11)), .make(.make(text: "two", id: 12))]) == 2)
        #expect(try await first.journal.append([.make(.make(text: "one", id: 11))]) == 0)
        try await first.turns.commit([turn(for: 1)])
        try await first.outbox.settle([DeliveryResult(delivery: 1, outcome: .sent(77), at: time.now)])
        try await first.state.write([BotStateRow(bot: "bot:x", key: "k", fingerprint: "f", value: "{\"a\":1}")])
        try first.close()

        let second = try store()
        defer { try? second.close() }
        #expect(second.directory.clan(.test)?.name == "Nhà \u{FFFD} \"x\"")
        #expect(try await second.journal.entriesWithoutTurn(after: 0, limit: 9).map(\.message) == [12])
        let open = try await second.outbox.openDeliveries(after: 0, limit: 9)
        #expect(open.map(\.payload) == [[0, 255, 1]])
        #expect(try await second.reader.line(1)?.trace == Trace([.init("rule:a", "reply", "always")]))
        #expect(try await second.state.botState(of: "bot:x", under: "k")?.value == "{\"a\":1}")
        // Sequences go on.
        try await second.journal.append([.make(.make(id: 13))])
        #expect(try await second.journal.entry(3)?.message == 13)
    }

    @Test func `a write whose connection was lost is made once`() async throws {
        let store = try store()
        defer { try? store.close() }
        try await store.journal.append([.make(.make(id: 11))])
        try endConnections()
        // The first statement of a transaction on a lost connection establishes another one.
        #expect(try await store.journal.append([.make(.make(id: 12)), .make(.make(id: 13))]) == 2)
        #expect(try await store.journal.entries(after: 0, limit: 9).map(\.message) == [11, 12, 13])
    }

    @Test func `a commit on a lost connection leaves its outcome open`() throws {
        let database = try database()
        defer { database.close() }
        database.writer.withSession { session in
            do {
                try session.begin()
                try session.execute("INSERT INTO clan (id, name) VALUES (7, 'a')")
                try endConnections()
                #expect { try session.commit() } throws: { error in
                    (error as? PostgreSQLError).map { $0.leavesCommitOpen && $0.isTemporary } ?? false
                }
                #expect(try !session.didCommit())
                // A commit that took effect, whose answer was lost.
                try session.begin()
                try session.execute("INSERT INTO clan (id, name) VALUES (8, 'b')")
                try (session as? PostgreSQLSession)?.execute(script: "COMMIT")
                #expect(try session.didCommit())
                try session.begin()
                try session.commit()
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test(arguments: ["epoch = epoch + 1", "commits = commits - 1", "commits = commits + 1"])
    func `a store that has changed behind a process's back is not written by it`(change: String) throws {
        let database = try database()
        defer { database.close() }
        try PostgreSQLConnection(url: url).execute(script: "UPDATE \(schema).store_owner SET \(change)")
        database.writer.withSession { session in
            for _ in 0..<2 {
                #expect { try session.begin() } throws: { error in
                    (error as? PostgreSQLError).map { !$0.isTemporary && $0.message.contains("start the bot again") } ?? false
                }
            }
        }
        database.close()
        let second = try self.database()
        defer { second.close() }
        second.writer.withSession { session in
            #expect(throws: Never.self) {
                try session.begin()
                try session.commit()
            }
        }
    }

    @Test func `a reader sees the store beside the bot, and none before its first start`() async throws {
        #expect(throws: StorageError.server(schema: schema, reason: "no bot has run with it yet")) {
            try PostgreSQLDatabase.reader(url: url, schema: schema, cipher: nil)
        }
        let store = try store()
        defer { try? store.close() }
        try await store.journal.append([.make(.make(id: 11))])
        let reader = JournalReader(
            database: try PostgreSQLDatabase.reader(url: url, schema: schema, cipher: nil),
            blobs: BlobStore(folder: folder.path, cipher: nil))
        #expect(try await reader.lastSequence() == 1)
    }

    @Test func `a store is open in one process at a time`() async throws {
        let first = try store()
        #expect(throws: StorageError.server(schema: schema, reason: "test uses it; stop all nodes first")) {
            try database()
        }
        let other = try store("_other")  // Another account.
        try await other.journal.append([.make(.make(id: 11))])
        #expect(try await first.journal.entry(1) == nil)
        try other.close()
        try first.close()
        let second = try database()
        second.close()
    }

    @Test func `tables of a later version are refused`() throws {
        try database().close()
        let connection = try PostgreSQLConnection(url: url)
        try connection.execute(script: "UPDATE \(schema).schema_version SET version = version + 1")
        #expect(
            throws: StorageError.server(
                schema: schema, reason: "it was written by a newer version of mezon-bot; use that version")
        ) { try database() }
        #expect(throws: StorageError.self) { try PostgreSQLDatabase.reader(url: url, schema: schema, cipher: nil) }
    }

    @Test(arguments: ["", "Bot", "a b", "x;DROP", "\"", String(repeating: "a", count: 64)])
    func `names of schemas that would need quotes are refused`(name: String) {
        #expect(throws: StorageError.self) { try lease(of: name) }
    }

    @Test func `a server that cannot be reached is an error without the password`() throws {
        do {
            let url = "postgresql://bot:s3cret@127.0.0.1:1/postgres"
            _ = try lease(of: "bot", at: url)
            Issue.record("the connection succeeded")
        } catch {
            #expect("\(error)".contains("in the schema bot") && !"\(error)".contains("s3cret"))
        }
    }

    @Test func `a subscription has the value after each commit that changes it`() async throws {
        let store = try store()
        defer { try? store.close() }
        try await store.directory.remember(clans: [Clan(id: .test, name: "a")], channels: [.general])
        var values = store.subscribe(to: .channels(of: .test)).makeAsyncIterator()
        #expect(try await values.next()?.map(\.id) == [.general])
        try await store.journal.append([.make(.make(in: .general, id: 11))])
        try await store.directory.remember(clans: [], channels: [.random])
        var last = try await values.next() ?? []
        while last.count < 2 { last = try await values.next() ?? [.general, .random] }
        #expect(last.map(\.id).sorted() == [Channel.general.id, Channel.random.id].sorted())
    }

    @Test func `a file that one process has stored is found by another one with its own directory`() async throws {
        let bytes = Data("a picture".utf8)
        let first = try store()
        let name = try first.blobs.store(bytes)
        try first.close()
        let second = try Store(
            try database(), folder: try DataDirectory(folder.path + "/elsewhere"), cipher: nil, time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        defer { try? second.close() }
        #expect(try second.blobs.bytes(named: name) == bytes)
        #expect(throws: StorageError.self) { try second.blobs.bytes(named: BlobStore.name(of: Data([1]))) }
        time.advance(by: .seconds(61 * 86_400))
        second.blobs.sweep(at: time.now)
        #expect(throws: StorageError.self) { try second.blobs.bytes(named: name) }
    }

    @Test func `values are stored as they are`() throws {
        let database = try database()
        defer { database.close() }
        let values: [SQLValue] = [
            .integer(.min), .integer(.max), .integer(-1), .text(""), .text("Tiếng Việt 🎉 'x' \\"), .blob([]), .blob([0, 1, 255]),
            .null,
        ]
        var stored: [SQLValue] = []
        database.writer.withSession { session in
            do {
                try session.begin()
                for value in values {
                    let type =
                        switch value {
                        case .integer, .null, .real: "BIGINT"
                        case .text: "TEXT"
                        case .blob: "BYTEA"
                        }
                    stored += try session.rows("SELECT CAST(? AS \(type))", [value]) { $0.value(0) }
                }
                try session.commit()
            } catch {
                session.rollBack()
                Issue.record(error)
            }
        }
        #expect(stored == values)
    }
}
