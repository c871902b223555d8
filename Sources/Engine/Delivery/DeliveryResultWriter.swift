import AsyncSupport
import Storage
import Synchronization

/// Collects delivery results and commits them in batches, so that the next message of a channel does not wait for the disk.
///
/// Results share the next commit of the store, if they may wait for it.
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
    private let outbox: Outbox
    private let mayWait: Bool
    private let waiting = Mutex(Waiting())

    /// - Parameter mayWait: Pass true if results may wait for another commit to share.
    init(outbox: Outbox, mayWait: Bool) {
        self.outbox = outbox
        self.mayWait = mayWait
    }

    /// - Parameter isUrgent: Pass true to commit the result without waiting for another commit to share.
    func settle(_ result: DeliveryResult, for cause: Int64, isUrgent: Bool) {
        let isFirst = waiting.withLock { waiting in
            waiting.results.append(result)
            waiting.causes.append(cause)
            waiting.settledCount += 1
            return waiting.results.count == 1
        }
        let waits = mayWait && !isUrgent && !keyedSignals.isAwaited
        if isFirst { commit(waits: waits) } else if !waits { flush() }
    }

    /// Commits the results so far without waiting for another commit to share.
    func flush() { outbox.flush() }

    /// Commits everything collected until now. Returns once it is durable.
    func finish() async throws { try await outbox.commitQueued() }

    /// The number of results so far.
    var settledCount: Int { waiting.withLock { $0.settledCount } }
    /// The number of durable results.
    var durableCount: Int { waiting.withLock { $0.durableCount } }

    /// Waits until the first `count` results are durable.
    ///
    /// - Throws: `CancellationError`.
    func waitUntilDurable(through count: Int) async throws {
        flush()
        try await keyedSignals.wait(for: Self.anyCause) { durableCount >= count ? () : nil }
    }

    /// Queues a commit of all results that are collected until it begins.
    ///
    /// - Parameter waits: Pass true to wait for another commit to share.
    private func commit(waits: Bool) {
        let causes = Mutex<[Int64]>([])
        outbox.settle(waits: waits) { [self] in
            waiting.withLock { waiting in
                defer { (waiting.results, waiting.causes) = ([], []) }
                causes.withLock { $0 = waiting.causes }
                return waiting.results
            }
        } then: { [self] in
            let settled = causes.withLock { $0 }
            waiting.withLock { $0.durableCount += settled.count }
            keyedSignals.signal(settled + [Self.anyCause])
        }
    }
}
