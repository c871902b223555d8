import BotTesting
import ChatModel
import Testing

@testable import Storage

struct OutboxResultTests {
    @Test func `results of one commit are stored in order, and the first one that settles a delivery counts`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        let now = testStore.time.now
        try await store.journal.append([.make(.make(in: .general, id: 11))])
        let deliveries = (0..<5).map {
            NewDelivery(author: "rule:a", ordinal: $0, destination: Channel.general.id, payload: [1])
        }
        try await store.turns.commit([Turn(sequence: 1, trace: Trace([]), deliveries: deliveries)])
        let results: [(Int64, DeliveryResult.Outcome)] = [
            (1, .partSent(21)), (1, .sent(22)), (2, .sent(23)), (2, .sent(24)), (3, .retry(at: now, reason: "later")),
            (3, .sent(25)), (4, .failed("refused")), (4, .sent(26)), (2, .failed("too late")), (5, .sent(27)),
        ]
        try await store.outbox.settle(results.map { DeliveryResult(delivery: $0, outcome: $1, at: now) })
        let rows = try await store.database.read { try OutboxTable.all(after: 0, limit: 9, in: $0) }
        #expect(rows.map(\.status) == [.sent, .sent, .sent, .failed, .sent])
        #expect(rows.map(\.message) == [21, 23, 25, 0, 27])
        #expect(rows.map(\.sentParts) == [2, 1, 1, 0, 1])
        #expect(rows.map(\.attempts) == [1, 1, 2, 1, 1])
        try testStore.close()
    }
}
