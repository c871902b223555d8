import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

struct OutboxUnsentTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue)
    }

    private func plan(of query: (any SQLSession) throws -> Void) throws -> [String] {
        try queue.read { try queryPlan(in: $0, of: query) }
    }

    @Test func `the open deliveries to a channel are found by index`() throws {
        let plan = try plan { _ = try OutboxTable.open(to: .general, after: 5, limit: 10, in: $0) }
        #expect(plan == ["SEARCH outbox USING INDEX outbox_by_destination (destination=? AND rowid>?)"])
    }

    @Test func `unsent deliveries are counted without reading the sent ones`() throws {
        let plan = try plan { database in
            _ = try OutboxTable.unsentCounts(after: 5, in: database)
            _ = try OutboxTable.waiting(after: 5, in: database)
            _ = try OutboxTable.firstOpen(after: 5, in: database)
            _ = try OutboxTable.givenUp(to: [.general], since: .distantPast, in: database)
        }
        let scans = plan.filter { $0.contains(" outbox") }
        #expect(scans.count == 5)
        #expect(scans.allSatisfy { $0.contains("INDEX outbox_by_") }, "\(scans)")
    }

    @Test func `the last message sent to a channel is looked for in a limited number of deliveries`() throws {
        let plan = try plan { _ = try OutboxTable.lastSent(to: .general, before: 20_000, in: $0) }
        #expect(plan == ["SEARCH outbox USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"])
        let found = try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO outbox (id, cause, author, ordinal, destination, payload, status, message, created_at)
                    VALUES (1, 1, 'a', 0, ?, x'', 2, 71, 0)
                    """, arguments: [ChannelID.general.rawValue])
            return try [10_001, 10_002].map { try OutboxTable.lastSent(to: .general, before: $0, in: SQLiteSession(database)) }
        }
        #expect(found == [71, nil])
    }

    @Test func `only deliveries to Mezon count as messages sent to it`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        let destinations: [ChannelID] = [.general, ChannelID(web: "host"), ChannelID(connection: "irc", channel: "#c"), .general]
        turn.deliveries = destinations.enumerated().map { index, destination in
            NewDelivery(author: "a", ordinal: index, destination: destination, payload: [])
        }
        try await store.turns.commit([turn])
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(try await store.outbox.recentSends(since: now, limit: 80) == [])
        let results = (1...3).map { DeliveryResult(delivery: $0, outcome: .sent(MessageID($0)), at: now + Double($0)) }
        try await store.outbox.settle(results)
        #expect(try await store.outbox.recentSends(since: now, limit: 80) == [now + 1])
        #expect(try await store.outbox.recentSends(since: now + 2, limit: 80) == [])
    }

    @Test func `deliveries that were not sent are counted by status`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        #expect(try await store.outbox.unsentCounts() == [:])
        try await store.journal.append([.make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.deliveries = (0..<6).map { NewDelivery(author: "a", ordinal: $0, destination: .general, payload: []) }
        try await store.turns.commit([turn])
        let at = testStore.time.now
        let outcomes: [DeliveryResult.Outcome] = [
            .sent(7), .failed("no"), .dead("late"), .skipped("off"), .retry(at: at, reason: "slow"),
        ]
        try await store.outbox.settle(
            outcomes.enumerated().map { DeliveryResult(delivery: Int64($0.offset + 1), outcome: $0.element, at: at) })
        let expected: [Delivery.Status: Int] = [.failed: 1, .dead: 1, .skipped: 1, .sending: 1, .pending: 1]
        #expect(try await store.outbox.unsentCounts() == expected)
        #expect(try await store.outbox.settledThrough() == 4)
        #expect(try await store.outbox.unsentCounts() == expected)
    }
}
