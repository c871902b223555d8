import AsyncSupport
package import BotKit
package import ChatModel
import Foundation
package import Logging
import ServiceLifecycle
package import Storage
import Synchronization

/// Delivers the outbox: middleware, splitting, rate limit, send, acknowledgement, settlement.
///
/// Channels are served concurrently, each by a worker that handles one delivery at a time. The rate limit is shared, because the
/// server sets it per account: clans take turns, and the channels of a clan are served in the order of their requests. A channel
/// requests its next slot only after its last message is sent, so neither a channel nor a clan can crowd out the others.
package final class DeliveryService: Service, Sendable {
    private struct State {
        var queues: [ChannelID: ChannelQueue<Delivery>] = [:]
        var cursor: Int64 = 0
        /// The id of the last delivery that existed before this run.
        var inherited: Int64 = 0
        var random: any RandomNumberGenerator & Sendable
        var isStopping = false
        var unverified = 0
        var isIdle: Bool { queues.values.allSatisfy { !$0.hasWorker } }
    }

    let store: Store
    /// Returns the sender for a channel.
    let sender: @Sendable (ChannelID) -> any Sender
    let me: UserID
    let hooks: @Sendable (ChannelID) -> [any DeliveryMiddleware]
    private let noteFailure: @Sendable (Delivery, ResolvedAction?, String) -> SystemEvent?
    let time: any TimeSource
    let maxParts = 10
    /// The maximum number of history pages searched for an unacknowledged send: some thousands of messages.
    let maxHistoryPages = 100

    let resultWriter: DeliveryResultWriter
    private let logger: Logger
    private let retries = RetryPolicy()
    private let state: Mutex<State>
    private let rate: FairRateLimiter<ClanID>?
    private let idleSignal = AsyncSignal()
    private let maxDrainTime: Duration = .seconds(5)  // Deliveries that are still unsent then are found at the next start.

    /// - Parameters:
    ///   - sender: returns the sender for a channel.
    ///   - perSecond: the maximum number of messages to Mezon that may start in any second; nil for no limit.
    ///   - hooks: returns the middleware of a channel in order.
    ///   - noteFailure: returns the event for a delivery that failed permanently; nil for none. The request is nil if it cannot
    ///     be decoded. The event is appended in the commit that settles the delivery, so that a crash loses neither.
    package init(
        store: Store, me: UserID, perSecond: Int?, time: any TimeSource,
        random: any RandomNumberGenerator & Sendable, logger: Logger,
        sender: @escaping @Sendable (ChannelID) -> any Sender,
        hooks: @escaping @Sendable (ChannelID) -> [any DeliveryMiddleware],
        noteFailure: @escaping @Sendable (Delivery, ResolvedAction?, String) -> SystemEvent?
    ) {
        self.store = store
        self.sender = sender
        self.me = me
        self.hooks = hooks
        self.noteFailure = noteFailure
        self.time = time
        self.logger = logger
        resultWriter = DeliveryResultWriter(store: store)
        state = Mutex(State(random: random))
        rate = perSecond.map { FairRateLimiter(limit: $0, time: time) }
    }

    /// The number of unacknowledged sends that were repeated without verification in the channel's history.
    package var unverifiedSends: Int { state.withLock { $0.unverified } }

    /// Runs until graceful shutdown and continues to send for a few seconds. The rest stays in the outbox for the next start.
    package func run() async throws {
        let inherited = try await store.outbox.lastDelivery()
        let settled = try await store.outbox.settledThrough()
        state.withLock { state in
            state.inherited = inherited
            state.cursor = settled
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.resultWriter.run() }
            try await withThrowingDiscardingTaskGroup { workers in
                try await fill(&workers)
                for await _ in store.outbox.signal.signals.cancelOnGracefulShutdown() { try await fill(&workers) }
                try await fill(&workers)
                try await drain()
                state.withLock { $0.isStopping = true }
                workers.cancelAll()
            }
            resultWriter.finish()
            try await group.waitForAll()
        }
    }

    /// Queues new deliveries by channel and starts workers.
    private func fill(_ workers: inout ThrowingDiscardingTaskGroup<any Error>) async throws {
        let pageSize = 512
        while true {
            let cursor = state.withLock { $0.cursor }
            let deliveries = try await store.outbox.openDeliveries(after: cursor, limit: pageSize)
            guard let last = deliveries.last else { return }
            let idle = state.withLock { state -> [ChannelID] in
                state.cursor = last.id
                var idle: [ChannelID] = []
                for delivery in deliveries {
                    let needsWorker = state.queues[delivery.destination, default: ChannelQueue()].append(delivery)
                    if needsWorker { idle.append(delivery.destination) }
                }
                return idle
            }
            for destination in idle {
                workers.addTask {
                    do {
                        try await self.serve(destination)
                    } catch is CancellationError {
                        // Shutdown: the current delivery stays open and is settled after the next start.
                    }
                }
            }
            // Later commits signal again.
            guard deliveries.count == pageSize else { return }
        }
    }

    private func serve(_ destination: ChannelID) async throws {
        var worker = DeliveryWorker(service: self, destination: destination)
        while let step = next(for: destination) {
            switch step {
            case .take(let delivery):
                try await worker.process(batch(from: delivery, limit: worker.maxConcurrent))
            case .read(let taken):
                let limit = ChannelQueue<Delivery>.length
                let more = try await store.outbox.openDeliveries(to: destination, after: taken, limit: limit)
                state.withLock { $0.queues[destination]?.fill(with: more) }
            }
        }
    }

    /// A delivery and those that immediately follow it in the queue.
    private func batch(from first: Delivery, limit: Int) -> [Delivery] {
        guard limit > 1 else { return [first] }
        return state.withLock { state in
            var batch = [first]
            while batch.count < limit, let next = state.queues[first.destination]?.takeWaiting() { batch.append(next) }
            return batch
        }
    }

    /// The next step for a channel; nil if nothing waits.
    private func next(for destination: ChannelID) -> ChannelQueue<Delivery>.Step? {
        let (step, isIdle) = state.withLock { state in
            if state.isStopping { state.queues[destination]?.stopServing() }
            let step = state.isStopping ? nil : state.queues[destination]?.next()
            return (step, step == nil && state.isIdle)
        }
        if isIdle { idleSignal.signal() }
        return step
    }

    /// Waits until all due deliveries are sent, for a few seconds at most.
    private func drain() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.time.sleep(for: self.maxDrainTime) }
            group.addTask {
                for await _ in self.idleSignal.signals where self.state.withLock({ $0.isIdle }) { return }
            }
            idleSignal.signal()
            try await group.next()
            group.cancelAll()
        }
    }

    func settle(
        _ delivery: Delivery, _ outcome: DeliveryResult.Outcome, copy: DeliveryResult.Copy? = nil,
        externalMessages: [ExternalMessageID] = []
    ) {
        resultWriter.settle(
            DeliveryResult(delivery: delivery.id, outcome: outcome, at: time.now, copy: copy, externalMessages: externalMessages),
            for: delivery.cause
        )
    }

    /// Ends a delivery that has failed permanently.
    ///
    /// - Parameter outgoing: the request; nil if it cannot be decoded.
    func end(_ delivery: Delivery, _ outgoing: ResolvedAction?, as outcome: DeliveryResult.Outcome, because reason: String) {
        warn(delivery, reason)
        let note = noteFailure(delivery, outgoing, reason)
        resultWriter.settle(
            DeliveryResult(delivery: delivery.id, outcome: outcome, at: time.now, note: note), for: delivery.cause)
    }

    /// Ends a delivery that depends on a failed one. The failure has already been reported.
    func endUnattempted(_ delivery: Delivery) {
        let reason = "an earlier action failed"
        warn(delivery, reason)
        settle(delivery, .failed(reason))
    }

    private func warn(_ delivery: Delivery, _ reason: String) {
        logger.warning(
            "Delivery not sent",
            metadata: [
                "outbox.delivery": "\(delivery.id)", "outbox.author": "\(delivery.author)",
                "outbox.channel": "\(delivery.destination)",
                "outbox.reason": "\(reason)",
            ])
    }

    /// Waits until the deliveries that this one depends on are settled. Returns false if it must not be attempted.
    func predecessorsSucceeded(of delivery: Delivery) async throws -> Bool {
        try await resultWriter.keyedSignals.wait(for: delivery.cause) {
            switch try await self.store.outbox.predecessors(of: delivery) {
            case .open: nil
            case .settled: true
            case .failed: false
            }
        }
    }

    /// Records durably that a delivery is about to be sent, for requests that history cannot verify.
    func recordAttempt(of delivery: Delivery) async throws {
        let now = time.now
        try await store.outbox.settle([
            DeliveryResult(delivery: delivery.id, outcome: .retry(at: now, reason: "attempt in progress"), at: now)
        ])
    }

    /// Returns whether an earlier run or attempt may have sent the delivery without recording it.
    ///
    /// Decided by id instead of time, because the wall clock may have been set back between two runs.
    func mayHaveBeenSent(_ delivery: Delivery) -> Bool {
        delivery.attempts > 0 || delivery.id <= state.withLock { $0.inherited }
    }

    /// Waits until the retry time that an earlier run recorded.
    func waitUntilDue(_ delivery: Delivery) async throws {
        let wait = delivery.retryAt.timeIntervalSince(time.now)
        guard wait > 0 else { return }
        // The wait is limited, in case the wall clock was wrong when the time was recorded.
        try await time.sleep(for: min(.seconds(wait), retries.maxServerDelay))
    }

    /// The number of messages that wait for the rate limit.
    var rateLimitedCount: Int { rate?.waiting ?? 0 }

    func waitForRateLimit(to destination: ChannelID) async throws {
        try await rate?.wait(for: store.directory.channel(destination)?.clan ?? 0)
    }

    /// The delay before the next attempt; nil if the delivery must be given up.
    func pause(after tries: Int, _ error: SendError) -> Duration? {
        guard tries < retries.maxAttempts else { return nil }
        if case .unavailable(_, let retryAfter?) = error { return min(max(.zero, retryAfter), retries.maxServerDelay) }
        return state.withLock { retries.delay(after: tries, using: &$0.random) }
    }

    func historyPause(after tries: Int) -> Duration {
        state.withLock { retries.delay(after: tries, using: &$0.random) }
    }

    func noteUnverified(_ delivery: Delivery, because reason: String) {
        state.withLock { $0.unverified += 1 }
        logger.warning(
            "Unacknowledged send repeated without verification",
            metadata: [
                "outbox.delivery": "\(delivery.id)", "outbox.channel": "\(delivery.destination)", "outbox.reason": "\(reason)",
            ])
    }
}
