import BotTesting
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct OutboxSubscriberTests {
    private final class Recorder: OutboxSubscriber {
        private let taken = Mutex<[Delivery]>([])
        var deliveries: [Delivery] { taken.withLock { $0 } }
        func take(_ deliveries: [Delivery]) { taken.withLock { $0 += deliveries } }
    }

    private let testStore: TestStore
    private let store: Store
    private let recorder = Recorder()

    init() async throws {
        testStore = try await TestStore()
        store = try testStore.store
        testStore.time.advance(by: .microseconds(1234))
        try await store.journal.append((0..<3).map { .make(.make(text: "\($0)")) })
        try await commit(1)
        try await store.outbox.handOn(to: recorder)
    }

    @Test func `committed deliveries are handed on as they are in the outbox`() async throws {
        try await commit(2)
        try await commit(2)
        try await commit(3)
        #expect(recorder.deliveries.map(\.cause) == [2, 2, 3, 3])
        #expect(try await store.outbox.openDeliveries(after: 2, limit: 10) == recorder.deliveries)
        store.outbox.endHandingOn()
    }

    @Test func `a reopened delivery is handed on under its new id`() async throws {
        try await store.outbox.settle([DeliveryResult(delivery: 1, outcome: .dead("gone"), at: testStore.time.now)])
        #expect(
            try await store.outbox.reopen(to: [.general], since: testStore.time.now.addingTimeInterval(-60)) { _ in true } == 1)
        #expect(recorder.deliveries.map(\.id) == [3])
        #expect(recorder.deliveries.map(\.originalID) == [1])
    }

    @Test func `results wait for the commit of another write`() async throws {
        let isDurable = Mutex(false)
        let results = [DeliveryResult(delivery: 1, outcome: .sent(7), at: testStore.time.now)]
        store.outbox.settle(waits: true, mayAppend: false) {
            results
        } then: {
            isDurable.withLock { $0 = true }
        }
        #expect(!isDurable.withLock { $0 })
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10).count == 2)
        try await commit(2)
        #expect(isDurable.withLock { $0 })
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10).map(\.id) == [2, 3, 4])
    }

    /// Commits a turn with two deliveries.
    private func commit(_ sequence: Int64) async throws {
        let deliveries = (0..<2).map {
            NewDelivery(
                author: "rule:a", ordinal: $0, destination: .general, payload: [1, 2], after: .success, isEssential: true)
        }
        try await store.turns.commit([Turn(sequence: sequence, trace: Trace(), deliveries: deliveries)])
    }
}
