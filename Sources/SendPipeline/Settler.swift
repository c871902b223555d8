import Foundation
import Logging
import Persistence
import Synchronization

/// Gathers what became of deliveries and commits it in batches, so that a channel's next message need not wait for the disk.
final class Settler: Sendable {
    private let store: Store
    private let bell = Doorbell()
    private let waiting = Mutex<[Settlement]>([])

    init(store: Store) { self.store = store }

    func settle(_ delivery: Delivery, _ outcome: Settlement.Outcome, at date: Date) {
        waiting.withLock { $0.append(Settlement(delivery: delivery.id, outcome: outcome, at: date)) }
        bell.ring()
    }

    /// Runs until `finish`, and commits what was gathered by then.
    func run() async throws {
        for await _ in bell.rings { try await commit() }
        try await commit()
    }

    func finish() { bell.silence() }

    private func commit() async throws {
        let batch = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        try await store.settle(batch)
    }
}
