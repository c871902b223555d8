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
        /// The position of the first result with an event.
        var firstWithEvent: Int?
        var settledCount = 0
        var durableCount = 0

        /// Takes the results, only those before the first with an event if events must not be appended.
        mutating func take(mayAppend: Bool) -> (results: [DeliveryResult], causes: [Int64]) {
            let count = mayAppend ? results.count : firstWithEvent ?? results.count
            defer {
                results.removeFirst(count)
                causes.removeFirst(count)
                firstWithEvent = mayAppend ? nil : firstWithEvent.map { $0 - count }
            }
            return (Array(results.prefix(count)), Array(causes.prefix(count)))
        }
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
        let (isNext, appends) = waiting.withLock { waiting in
            // From the first result with an event on, another commit takes them: nothing is decided ahead of a commit that may append.
            let appends = result.note != nil
            let isNext = waiting.results.isEmpty || appends && waiting.firstWithEvent == nil
            if appends { waiting.firstWithEvent = waiting.firstWithEvent ?? waiting.results.count }
            waiting.results.append(result)
            waiting.causes.append(cause)
            waiting.settledCount += 1
            return (isNext, appends)
        }
        let waits = mayWait && !isUrgent && !keyedSignals.isAwaited
        if isNext { commit(waits: waits, mayAppend: appends) } else if !waits { flush() }
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
    /// - Parameters:
    ///   - waits: Pass true to wait for another commit to share.
    ///   - mayAppend: Pass true to include results with an event; otherwise those from the first one on are left.
    private func commit(waits: Bool, mayAppend: Bool) {
        let causes = Mutex<[Int64]>([])
        outbox.settle(waits: waits, mayAppend: mayAppend) { [self] in
            waiting.withLock { waiting in
                let taken = waiting.take(mayAppend: mayAppend)
                causes.withLock { $0 = taken.causes }
                return taken.results
            }
        } then: { [self] in
            let settled = causes.withLock { $0 }
            waiting.withLock { $0.durableCount += settled.count }
            keyedSignals.signal(settled + [Self.anyCause])
        }
    }
}
