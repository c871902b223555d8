import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

struct OutboxReopeningTests {
    private let testStore: TestStore

    /// Creates five deliveries: one sent, one refused, one failed after retries, one pending, and one refused in another
    /// channel.
    init() async throws {
        testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.deliveries = (0..<5).map {
            NewDelivery(
                author: "rule:a", ordinal: $0, destination: $0 == 4 ? .random : .general, payload: [UInt8($0)])
        }
        try await testStore.store.turns.commit([turn])
        let at = testStore.time.now
        try await testStore.store.outbox.settle([
            DeliveryResult(delivery: 1, outcome: .sent(77), at: at), DeliveryResult(delivery: 2, outcome: .failed("no"), at: at),
            DeliveryResult(delivery: 3, outcome: .retry(at: at, reason: "busy"), at: at),
            DeliveryResult(delivery: 3, outcome: .dead("busy"), at: at),
            DeliveryResult(delivery: 5, outcome: .failed("no"), at: at),
        ])
    }

    private func open() async throws -> [Delivery] { try await testStore.store.outbox.openDeliveries(after: 0, limit: 10) }

    @Test func `reopened deliveries follow all pending ones in their order and keep the id of their first delivery`() async throws
    {
        let told = try await testStore.store.reader.givenUp(to: [.general], since: .distantPast)
        #expect(told.map(\.id) == [2, 3] && told.map(\.reason) == ["no", "busy"])
        #expect(try await testStore.store.outbox.reopen(to: [.general], since: .distantPast, where: { _ in true }) == 2)
        let open = try await open()
        #expect(open.map(\.id) == [4, 6, 7] && open.map(\.payload) == [[3], [1], [2]])
        #expect(open.map(\.status) == [.pending, .pending, .sending] && open.map(\.attempts) == [0, 0, 1])
        #expect(open.allSatisfy { $0.reason == nil } && open.map(\.originalID) == [4, 2, 3])
        #expect(try await testStore.store.outbox.reopen(to: [.general], since: .distantPast, where: { _ in true }) == 0)
        // New ids continue after them.
        var turn = Turn(sequence: 2, trace: Trace())
        turn.deliveries = [NewDelivery(author: "rule:a", ordinal: 0, destination: .general, payload: [9])]
        try await testStore.store.journal.append([.make(.make())])
        try await testStore.store.turns.commit([turn])
        #expect(try await self.open().map(\.id) == [4, 6, 7, 8])
    }

    @Test func `only selected deliveries are reopened`() async throws {
        #expect(try await testStore.store.outbox.reopen(to: [.general], since: .distantPast, where: { $0.payload == [2] }) == 1)
        #expect(try await open().map(\.originalID) == [4, 3])
    }

    @Test func `older or redacted deliveries are not reopened`() async throws {
        let later = testStore.time.now.addingTimeInterval(1)
        #expect(try await testStore.store.outbox.reopen(to: [.general], since: later, where: { _ in true }) == 0)
        try await testStore.store.database.commit {
            try $0.database.execute("INSERT INTO redaction (sequence, at, reason) VALUES (1, 0, 'erased')")
        }
        #expect(try await testStore.store.outbox.reopen(to: [.general, .random], since: .distantPast, where: { _ in true }) == 0)
        #expect(try await open().map(\.id) == [4])
    }
}
