import BotTesting
import ChatModel
import Foundation
import Testing

@testable import PostgreSQLStorage
@testable import Storage

/// Statements that a server executes once for several rows.
@Suite(.enabled(if: TestServer.url != nil, "TEST_DATABASE_URL names no PostgreSQL server"), .timeLimit(.minutes(2)))
struct PostgreSQLRowsTests {
    private let database: PostgreSQLDatabase

    init() throws {
        database = try PostgreSQLDatabase(
            url: try #require(TestServer.url), schema: "t" + UUID().uuidString.lowercased().filter { $0 != "-" },
            as: ClusterNode(name: "test", process: UUID().uuidString, pid: 1, version: ""), cipher: nil, time: ManualTime())
    }

    /// Performs a test within a transaction.
    private func inTransaction(_ body: (any SQLWriterSession) throws -> Void) throws {
        defer { database.close() }
        var result = Result<Void, any Error>.success(())
        database.writer.withSession { session in
            result = Result {
                try session.begin()
                try body(session)
                try session.commit()
            }
        }
        try result.get()
    }

    @Test(arguments: [0, 1, 2, 1024, 2050])
    func `values of rows are stored as they are`(count: Int) throws {
        let statement = SQLRowStatement(
            "INSERT INTO journal (sequence, received_at, kind, clan, channel, message, identity, is_late, is_own, frame)",
            values: "?1, 0, ?2, 0, 0, ?3, ?4, ?5, FALSE, ?6", "",
            arguments: [.integer, .text, .integer, .integer, .boolean, .blob])
        let numbers = [Int64.min, -1, 0, .max]
        let texts = ["", "Tiếng Việt 🎉 'x' \\ \"{},NULL", "a"]
        func frame(_ index: Int) -> [UInt8] { (0..<index % 5).map { UInt8(truncatingIfNeeded: $0 * 255) } }
        try inTransaction { session in
            try session.run(statement, rows: count) { index, row in
                row.bind(index)
                row.bind(texts[index % 3])
                row.bind(numbers[index % 4])
                row.bind(index % 7 == 1 ? nil : Int64(index))
                row.bind(index % 2 == 1)
                row.bind(frame(index))
            }
            let rows = try session.rows("SELECT kind, message, identity, is_late, frame FROM journal ORDER BY sequence") { row in
                (0..<5).map(row.value)
            }
            let expected: [[SQLValue]] = (0..<count).map { index in
                [
                    .text(texts[index % 3]), .integer(numbers[index % 4]), index % 7 == 1 ? .null : .integer(Int64(index)),
                    .integer(Int64(index % 2)), .blob(frame(index)),
                ]
            }
            #expect(rows == expected)
        }
    }

    @Test(arguments: [1, 2])
    func `U+0000 in a text is replaced`(count: Int) throws {
        try inTransaction { session in
            let statement = SQLRowStatement("INSERT INTO clan (id, name)", values: "?1, ?2", "", arguments: [.integer, .text])
            try session.run(statement, rows: count) { index, row in
                row.bind(index)
                row.bind("a\u{0}b")
            }
            #expect(try session.values("SELECT DISTINCT name FROM clan") == ["a\u{FFFD}b"])
        }
    }

    @Test func `an argument of another type is an error`() throws {
        #expect(throws: PostgreSQLError.self) {
            try inTransaction { session in
                let statement = SQLRowStatement(
                    "INSERT INTO clan (id, name)", values: "?1, ?2", "", arguments: [.integer, .text])
                try session.run(statement, rows: 2) { index, row in
                    row.bind(index)
                    row.bind(index)
                }
            }
        }
    }

    /// A plan is made once. That of an empty table must not read the whole table when it is large.
    @Test(arguments: [0, 1000])
    func `rows are found by their keys, however many there were when the statement was planned`(count: Int) throws {
        try inTransaction { session in
            try session.execute(
                """
                INSERT INTO outbox (cause, author, ordinal, destination, payload, status, created_at)
                SELECT number, '', 0, 0, '', 2, 0 FROM generate_series(1, CAST(? AS BIGINT)) AS number
                """, [count])
            if count > 0 { try session.execute("ANALYZE outbox") }
            try session.execute("SET LOCAL plan_cache_mode = force_generic_plan")
            for (name, statement) in [("outbox", OutboxTable.settlementAsSent), ("channel", DirectoryTable.advance)] {
                try session.execute("PREPARE \(name)_plan AS \(PostgreSQLStatement(forRowsOf: statement).text)")
                let arguments = statement.arguments.map { _ in "NULL" }.joined(separator: ", ")
                let plan: [String] = try session.values("EXPLAIN EXECUTE \(name)_plan (\(arguments))")
                let scans = plan.filter { $0.contains("Scan") && !$0.contains("Subquery Scan") }
                #expect(scans.count == 1 && scans[0].contains("Index Scan using \(name)_pkey"), "\(plan)")
                #expect(plan.contains { $0.contains("Index Cond: (id = given.a") }, "\(plan)")
            }
        }
    }
}
