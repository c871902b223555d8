import AsyncSupport
import Storage
import Synchronization

/// Collects delivery results and commits them in batches, so that the next message of a channel does not wait for the disk.
final class DeliveryResultWriter: Sendable {
    private struct Waiting {
        var results: [DeliveryResult] = []
        var causes: [Int64] = []
        var settledCount = 0
        var durableCount = 0
    }

    private static let anyCause: Int64 = 0  // A key that no entry uses as its sequence.

    /// Signals callers that wait for a result to become durable.
    let keyedSignals = KeyedSignals<Int64>()
    private let store: Store
    private let wakeup = AsyncSignal()
    private let waiting = Mutex(Waiting())

    init(store: Store) { self.store = store }

    func settle(_ result: DeliveryResult, for cause: Int64) {
        waiting.withLock { waiting in
            waiting.results.append(result)
            waiting.causes.append(cause)
            waiting.settledCount += 1
        }
        wakeup.signal()
    }

    /// Runs until `finish` and commits everything collected until then.
    func run() async throws {
        for await _ in wakeup.signals { try await commit() }
        try await commit()
    }

    func finish() { wakeup.finish() }

    /// The number of results so far.
    var settledCount: Int { waiting.withLock { $0.settledCount } }
    /// The number of durable results.
    var durableCount: Int { waiting.withLock { $0.durableCount } }

    /// Waits until the first `count` results are durable.
    ///
    /// - Throws: `CancellationError`.
    func waitUntilDurable(through count: Int) async throws {
        try await keyedSignals.wait(for: Self.anyCause) { durableCount >= count ? () : nil }
    }

    private func commit() async throws {
        let batch = waiting.withLock { waiting in
            defer { (waiting.results, waiting.causes) = ([], []) }
            return waiting
        }
        try await store.outbox.settle(batch.results)
        waiting.withLock { $0.durableCount += batch.results.count }
        keyedSignals.signal(batch.causes + [Self.anyCause])
    }
}
