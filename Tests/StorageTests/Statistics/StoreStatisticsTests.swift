import BotTesting
import ChatModel
import Foundation
import Testing

@testable import Storage

struct StoreStatisticsTests {
    @Test func `appended events are counted by kind, without those of the application itself`() async throws {
        let store = try await TestStore().store
        let before = store.statistics.counts.events
        try await store.journal.append([.make(.make(text: "a")), .make(.make(text: "b"))])
        var own = NewEntry.make(.make(text: "c"))
        own.isOwn = true
        try await store.journal.append([own, NewEntry(system: .started(at: Date(timeIntervalSince1970: 0)))])
        let after = store.statistics.counts.events
        #expect(after["message", default: 0] - before["message", default: 0] == 2)
        #expect(after["system-started", default: 0] - before["system-started", default: 0] == 1)
    }

    @Test func `a turn counts once as a decision, and each rule that acted`() async throws {
        let store = try await TestStore().store
        try await store.journal.append((0..<3).map { .make(.make(text: "\($0)")) })
        var turn = Turn(
            sequence: 1,
            trace: Trace([
                .init("rule:c", Trace.miss), .init("rule:a", "reply", "matched"), .init("rule:b", "shadow: delete"),
                .init("rule:a/bot:echo", "reply"), .init("rule:a", Trace.failed, "no target"), .init("bot:ping", "reply"),
            ]))
        turn.ticket = 1
        try await store.turns.commit([turn, Turn(sequence: 2, trace: Trace([.init("rule:a", "reply")]))])
        try await store.turns.commit([turn])  // It has one already.
        let counts = store.statistics.counts
        #expect(counts.decisions == 1)
        #expect(counts.hits == ["a": .init(enforced: 1, shadow: 0), "b": .init(enforced: 0, shadow: 1)])
    }

    @Test func `deliveries are counted by their outcome`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.deliveries = (0..<6).map { NewDelivery(author: "a", ordinal: $0, destination: .general, payload: []) }
        try await store.turns.commit([turn])
        let at = testStore.time.now
        let outcomes: [DeliveryResult.Outcome] = [
            .sent(7), .failed("no"), .dead("late"), .skipped("off"), .retry(at: at, reason: "slow"), .partSent(8),
        ]
        try await store.outbox.settle(
            outcomes.enumerated().map { DeliveryResult(delivery: Int64($0.offset + 1), outcome: $0.element, at: at) })
        #expect(store.statistics.counts.deliveries == [.sent: 1, .failed: 1, .dead: 1, .skipped: 1])
        #expect(store.statistics.counts.retries == 1)
    }

    @Test func `only what became durable is counted, in one time for each transaction`() async throws {
        struct Refusal: Error {}
        let store = try await TestStore().store
        let before = store.statistics
        await #expect(throws: Refusal.self) {
            try await store.database.commit { transaction in
                transaction.counts.decisions += 1
                throw Refusal()
            }
        }
        #expect(store.statistics == before)
        try await store.database.commit { _ in }
        #expect(store.statistics.commitTimes.count == before.commitTimes.count + 1)
    }

    @Test func `a duration is in the first bucket whose bound it does not exceed`() {
        var histogram = DurationHistogram(bounds: [.seconds(1), .seconds(2)])
        for seconds in [0.5, 1, 1.5, 2, 9] { histogram.add(.seconds(seconds)) }
        #expect(histogram.counts == [2, 2, 1] && histogram.count == 5 && histogram.sum == .seconds(14))
    }
}
