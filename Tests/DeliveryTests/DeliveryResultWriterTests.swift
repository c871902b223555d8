import BotTesting
import ChatModel
import Storage
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(5)))
struct DeliveryResultWriterTests: DeliveryServiceHarness {
    let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    @Test func `results with an event become durable in their order among the others`() async throws {
        try await ask((1...4).map { ("\($0)", .general) })
        let store = try testStore.store
        let writer = DeliveryResultWriter(outbox: store.outbox, mayWait: true)
        let failure = SystemEvent.failed(
            .init(
                cause: 1, author: "bot:test", action: "send", clan: .test, channel: .general, reason: "refused",
                at: testStore.time.now))
        for id in 1...4 as ClosedRange<Int64> {
            let outcome = id == 2 ? DeliveryResult.Outcome.failed("refused") : .sent(MessageID(1000 + id))
            writer.settle(
                DeliveryResult(delivery: id, outcome: outcome, at: testStore.time.now, note: id == 2 ? failure : nil), for: 1,
                isUrgent: false)
        }
        #expect(writer.durableCount == 0)
        // The commit that was queued first takes the results before the one with an event.
        try await store.turns.setTurnsThrough(0)
        #expect([1, 4].contains(writer.durableCount))
        try await writer.waitUntilDurable(through: writer.settledCount)
        #expect(writer.durableCount == 4)
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10) == [])
        #expect(try await store.journal.entries(after: 1, limit: 10).map(\.kind) == ["system-delivery-failed"])
        writer.settle(DeliveryResult(delivery: 1, outcome: .sent(1), at: testStore.time.now), for: 1, isUrgent: false)
        try await writer.finish()
        #expect(writer.durableCount == 5)
    }
}
