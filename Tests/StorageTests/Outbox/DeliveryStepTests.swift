import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

struct DeliveryStepTests {
    /// Creates a store with a step of two parts and a delivery after it.
    private static func testStore() async throws -> TestStore {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.deliveries = [
            NewDelivery(author: "rule:a", ordinal: 0, destination: 11, payload: [], isEssential: true, step: 0),
            NewDelivery(author: "rule:a", ordinal: 1, destination: 12, payload: [], isEssential: true, step: 0),
            NewDelivery(author: "rule:a", ordinal: 2, destination: 13, payload: [], after: .success),
        ]
        try await testStore.store.turns.commit([turn])
        return testStore
    }

    private static func settle(_ delivery: Int64, _ outcome: DeliveryResult.Outcome, in testStore: TestStore) async throws {
        testStore.time.advance(by: .seconds(1))
        let note = SystemEvent.failed(
            .init(cause: 1, author: "rule:a", action: "mute", clan: 0, channel: 11, reason: "no", at: testStore.time.now))
        var result = DeliveryResult(delivery: delivery, outcome: outcome, at: testStore.time.now)
        if case .failed = outcome { result.note = note }
        try await testStore.store.outbox.settle([result])
    }

    private static func notes(_ testStore: TestStore) async throws -> Int {
        try await testStore.store.reader.entries(after: 0, limit: 100).count { $0.kind == "system-delivery-failed" }
    }

    @Test(arguments: [
        ([DeliveryResult.Outcome.failed("no"), .sent(0)], PredecessorStatus.settled, 0),
        ([.sent(0), .failed("no")], .settled, 0),
        ([.failed("no"), .failed("no")], .failed, 1), ([.sent(0), .sent(0)], .settled, 0),
    ])
    func `a step fails when all its parts fail, and is reported once`(
        outcomes: [DeliveryResult.Outcome], status: PredecessorStatus, notes: Int
    ) async throws {
        let testStore = try await Self.testStore()
        let last = try #require(try await testStore.store.outbox.openDeliveries(after: 2, limit: 1).first)
        for (index, outcome) in outcomes.enumerated() { try await Self.settle(Int64(index + 1), outcome, in: testStore) }
        #expect(try await testStore.store.outbox.predecessors(of: last) == status)
        #expect(try await Self.notes(testStore) == notes)
    }

    @Test func `a part does not wait for other parts of its step`() async throws {
        let testStore = try await Self.testStore()
        try await Self.settle(1, .failed("no"), in: testStore)
        let second = try #require(try await testStore.store.outbox.openDeliveries(after: 1, limit: 1).first)
        #expect(try await testStore.store.outbox.predecessors(of: second) == .settled)
        #expect(second.step == 0)
    }

    @Test func `parts that fail in one commit are reported once`() async throws {
        let testStore = try await Self.testStore()
        let note = SystemEvent.failed(
            .init(cause: 1, author: "rule:a", action: "mute", clan: 0, channel: 11, reason: "no", at: testStore.time.now))
        try await testStore.store.outbox.settle(
            [1, 2].map { DeliveryResult(delivery: $0, outcome: .failed("no"), at: testStore.time.now, note: note) })
        #expect(try await Self.notes(testStore) == 1)
    }

    @Test func `a failure outside a clan is reported in the clan of its cause`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.deliveries = [NewDelivery(author: "rule:a", ordinal: 0, destination: 77, payload: [])]
        try await testStore.store.turns.commit([turn])
        try await Self.settle(1, .failed("no"), in: testStore)
        let entry = try #require(try await testStore.store.reader.entries(after: 1, limit: 1).first)
        #expect(entry.clan == .test)
    }
}
