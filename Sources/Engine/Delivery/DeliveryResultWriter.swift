import AsyncSupport
import ChatModel
import Storage
import Synchronization

/// Collects delivery results and commits them in batches, so that the next message of a channel does not wait for the disk.
///
/// Results share the next commit of the store. If there is none for a while, they are committed by themselves.
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
    private let delay: Duration
    private let time: any TimeSource
    private let wakeup = AsyncSignal()
    private let waiting = Mutex(Waiting())

    /// - Parameter delay: the time for which a result waits for another commit to share; zero for none.
    init(outbox: Outbox, delay: Duration, time: any TimeSource) {
        self.outbox = outbox
        self.delay = delay
        self.time = time
    }

    /// - Parameter isUrgent: pass true to commit the result without waiting for another commit to share.
    func settle(_ result: DeliveryResult, for cause: Int64, isUrgent: Bool) {
        let isFirst = waiting.withLock { waiting in
            waiting.results.append(result)
            waiting.causes.append(cause)
            waiting.settledCount += 1
            return waiting.results.count == 1
        }
        if isFirst { commit() }
        if isUrgent || delay == .zero || keyedSignals.isAwaited { flush() } else if isFirst { wakeup.signal() }
    }

    /// Commits the results so far without waiting for another commit to share.
    func flush() { outbox.flush() }

    /// Runs until `finish` and commits everything collected until then.
    func run() async throws {
        for await _ in wakeup.signals {
            try await time.sleep(for: delay)
            flush()
        }
        // Everything that is queued precedes it.
        try await outbox.commitQueued()
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
        flush()
        try await keyedSignals.wait(for: Self.anyCause) { durableCount >= count ? () : nil }
    }

    /// Queues a commit of all results that are collected until it begins.
    private func commit() {
        let causes = Mutex<[Int64]>([])
        outbox.settleWithNextCommit { [self] in
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
