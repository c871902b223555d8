import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)), .enabled(if: ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] == nil))
struct DamagedRowsTests {
    private let testStore: TestStore
    private static let mark = Array("a text to be found in the file".utf8)

    init() async throws {
        testStore = try await TestStore()
    }

    /// Changes a byte of the mark in the file of the closed store.
    private func damage() throws {
        try testStore.close()
        let file = URL(filePath: DataDirectory.database(in: testStore.path))
        var bytes = try Data(contentsOf: file)
        let place = try #require(bytes.range(of: Data(Self.mark)))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: file)
    }

    private func append(_ frame: [UInt8], id: MessageID = 1) async throws {
        try await testStore.store.journal.append([
            NewEntry(event: .message(.make(id: id)), frame: frame, receivedAt: testStore.time.now)
        ])
    }

    private func commit(_ payloads: [[UInt8]]) async throws {
        var turn = Turn(sequence: 1, trace: Trace([.init("rule:a", "reply")]))
        turn.deliveries = payloads.enumerated().map {
            NewDelivery(author: "rule:a", ordinal: $0, destination: .general, payload: $1)
        }
        try await testStore.store.turns.commit([turn])
    }

    @Test func `a delivery with an altered payload is not sent, and those behind it are`() async throws {
        try await append([1])
        try await commit([Self.mark, [2]])
        try damage()
        let store = try testStore.restart()
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10).map(\.payload) == [[2]])
        let all = try await store.reader.deliveries(after: 0, limit: 10)
        #expect(all.map(\.status) == [.damaged, .pending])
        #expect(all.first?.reason == "its row in the outbox was damaged")
        // The bytes are kept as they were found.
        #expect(all.first?.payload.dropFirst() == Self.mark.dropFirst())
    }

    @Test func `a delivery that was set aside is not sent again`() async throws {
        try await append([1])
        try await commit([Self.mark])
        try damage()
        let store = try testStore.restart()
        #expect(try await store.outbox.reopen(to: [.general], since: .distantPast, where: { _ in true }) == 0)
    }

    @Test func `an altered entry is not handled, and is a dead letter`() async throws {
        try await append(Self.mark)
        try await append([2], id: 2)
        try damage()
        let store = try testStore.restart()
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10).map(\.sequence) == [2])
        let letters = try await store.reader.deadLetters(all: false)
        #expect(letters.map(\.sequence) == [1])
        #expect(letters.map(\.reason) == ["its row in the journal is damaged"])
        #expect(try await store.journal.entry(1) == nil)
        // The message is still known.
        #expect(try await store.journal.append([.make(.make(id: 1))]) == 0)
    }

    @Test func `an altered row that was handled before is found by the verification`() async throws {
        try await append([1])
        try await commit([Self.mark])
        try await testStore.store.outbox.settle([DeliveryResult(delivery: 1, outcome: .sent(7), at: testStore.time.now)])
        try damage()
        try testStore.restart()
        let findings = try await DatabaseVerification(of: DataDirectory.database(in: testStore.path)).findings()
        #expect(findings.structure.isEmpty)
        #expect(findings.rows == ["1 row of outbox differs from what was written: id 1"])
    }

    @Test func `every way to write a row keeps its checksum`() async throws {
        try await append([1])
        try await append([2], id: 2)
        try await commit([[1], [2], [3], [4]])
        let now = testStore.time.now
        try await testStore.store.outbox.settle([
            DeliveryResult(delivery: 1, outcome: .sent(7), at: now), DeliveryResult(delivery: 2, outcome: .failed("no"), at: now),
            DeliveryResult(delivery: 3, outcome: .retry(at: now, reason: "later"), at: now),
            DeliveryResult(delivery: 4, outcome: .partSent(8), at: now),
        ])
        _ = try await testStore.store.outbox.reopen(to: [.general], since: .distantPast, where: { _ in true })
        try await testStore.store.turns.setTurnsThrough(1)
        try testStore.close()
        #expect(try await DatabaseVerification(of: DataDirectory.database(in: testStore.path)).findings().isEmpty)
    }

    @Test func `a value that is never written is an error`() async throws {
        let queue = try DatabaseQueue()
        try await queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue)
        #expect(throws: SQLRow.ValueError.self) {
            try queue.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO outbox (id, cause, author, ordinal, destination, payload, status, created_at)
                        VALUES (1, 1, 'a', 0, 1, x'', 9, 0)
                        """)
                _ = try OutboxTable.all(after: 0, limit: 10, in: SQLiteSession(database))
            }
        }
    }

    @Test func `rows of an earlier schema get their checksums, and numbers are not used again`() async throws {
        let queue = try DatabaseQueue()
        try await queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue, upTo: "channel creators")
        try await queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO journal VALUES (4, 5, 'message', 1, 2, 3, 0, FALSE, FALSE, x'0102');
                    INSERT INTO turn (sequence, at, trace) VALUES (4, 6, 'a');
                    INSERT INTO outbox (id, cause, author, ordinal, destination, payload, created_at)
                    VALUES (7, 4, 'a', 0, 1, x'03', 0), (9, 4, 'a', 1, 1, x'03', 0);
                    DELETE FROM outbox WHERE id = 9;
                    INSERT INTO checkpoint VALUES ('turns_through', 3);
                    """)
        }
        try DatabaseSchema.bot.migrate(queue)
        try await queue.write { database in
            for table in ChecksummedTable.allCases {
                let rows = try Int.fetchAll(database, sql: "SELECT \(table.isIntact(in: .sqlite)) FROM \(table.rawValue)")
                #expect(rows == [1], "\(table)")
            }
            try database.execute(
                sql: "INSERT INTO outbox (cause, author, ordinal, destination, payload, created_at) VALUES (4, 'a', 2, 1, x'', 0)"
            )
            #expect(database.lastInsertedRowID == 10)
            #expect(try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").isEmpty)
            try database.execute(sql: "DELETE FROM journal")
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM turn") == 0)
        }
    }
}
