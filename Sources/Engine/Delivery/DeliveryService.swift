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
/// Channels are served concurrently. Plain messages leave as soon as they are handed on, several of them before the first is
/// acknowledged (`DeliveryPipeline`); anything that has to wait goes to a worker, which handles one delivery at a time. The rate limit is
/// shared, because the server sets it per account: clans take turns, and the channels of a clan are served in the order of their
/// requests. A channel that waits for an acknowledgement leaves half of the limit to the others, so neither a channel nor a clan can
/// crowd them out.
package final class DeliveryService: Service, OutboxSubscriber {
    struct State: ~Copyable {
        var queues = ChannelQueues<Delivery>(length: 1024, window: 4096)
        /// The destinations that are served without a worker.
        var pipelines: [ChannelID: DeliveryPipeline] = [:]
        var cursor: Int64 = 0
        /// The id of the last delivery that existed before this run.
        var inherited: Int64 = 0
        var random: any RandomNumberGenerator & Sendable
        var isStopping = false
        var unverified = 0
        /// The original ids of deliveries that are taken back by others behind them.
        var withdrawn: Set<Int64> = []
        /// The number of queues that a worker is serving.
        var workers = 0
        var start = StartupHandover<Delivery>(limit: 1024)
        /// The workers to be started.
        var starting: [WorkerStart] = []
    }

    /// The destination of a new worker, and what it begins with.
    struct WorkerStart {
        var destination: ChannelID
        /// The deliveries that failed on their first attempt, oldest first.
        var failures: [DeliveryPipeline.Failure] = []
        var step: ChannelQueue<Delivery>.Step?
    }

    let store: Store
    /// Returns the sender for a channel.
    let sender: @Sendable (ChannelID) -> any Sender
    let me: UserID
    let middleware: @Sendable (ChannelID) -> [any DeliveryMiddleware]
    let noteFailure: @Sendable (Delivery, ResolvedAction?, String) -> SystemEvent?
    let time: any TimeSource
    let maxParts = 10
    /// The maximum number of history pages searched for an unacknowledged send: some thousands of messages.
    let maxHistoryPages = 100

    let resultWriter: DeliveryResultWriter
    let logger: Logger
    let retries = RetryPolicy()
    let state: Mutex<State>
    let rate: FairRateLimiter<ClanID>?
    private let wakeup = AsyncSignal()
    /// Signals, for a shutdown, that nothing is being sent or that a worker is to be started.
    let drainSignal = AsyncSignal()
    // Deliveries that are still unsent then are found at the next start.
    private let maxDrainTime: Duration = .seconds(5)
    /// The same if another process waits to send them.
    private let maxHandoverTime: Duration = .milliseconds(200)

    /// - Parameters:
    ///   - sender: Returns the sender for a channel.
    ///   - perSecond: The maximum number of messages to Mezon that may start in any second; nil for no limit.
    ///   - resultsMayWait: Pass true if the results of sends may wait for another commit to share.
    ///   - middleware: Returns the middleware of a channel in order.
    ///   - noteFailure: Returns the event for a delivery that failed permanently; nil for none. The request is nil if it cannot
    ///     be decoded. The event is appended in the commit that settles the delivery, so that a crash loses neither.
    package init(
        store: Store, me: UserID, perSecond: Int?, resultsMayWait: Bool = false, time: any TimeSource,
        random: any RandomNumberGenerator & Sendable, logger: Logger,
        sender: @escaping @Sendable (ChannelID) -> any Sender,
        middleware: @escaping @Sendable (ChannelID) -> [any DeliveryMiddleware],
        noteFailure: @escaping @Sendable (Delivery, ResolvedAction?, String) -> SystemEvent?
    ) {
        self.store = store
        self.sender = sender
        self.me = me
        self.middleware = middleware
        self.noteFailure = noteFailure
        self.time = time
        self.logger = logger
        resultWriter = DeliveryResultWriter(outbox: store.outbox, mayWait: resultsMayWait)
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
        do {
            try await cancelWhenGracefulShutdown { try await self.countEarlierSends() }
        } catch is CancellationError {
            // Nothing was sent yet.
            return try await resultWriter.finish()
        }
        try await withThrowingDiscardingTaskGroup { workers in
            try await store.outbox.handOn(to: self)
            defer { store.outbox.endHandingOn() }
            repeat { try await readBacklog() } while !begin()
            startWorkers(in: &workers)
            await withGracefulShutdownHandler {
                for await _ in wakeup.signals { startWorkers(in: &workers) }
            } onGracefulShutdown: {
                self.wakeup.finish()
            }
            await drain(&workers)
            state.withLock { $0.isStopping = true }
            workers.cancelAll()
        }
        try await resultWriter.finish()
    }

    /// Queues the deliveries that are in the outbox.
    private func readBacklog() async throws {
        let pageSize = 512
        while true {
            let cursor = state.withLock { $0.cursor }
            let deliveries = try await store.outbox.openDeliveries(after: cursor, limit: pageSize)
            guard let last = deliveries.last else { return }
            state.withLock { state in
                state.cursor = last.id
                state.noteWithdrawals(in: deliveries)
                for delivery in deliveries where Self.enqueue(delivery, &state) {
                    state.starting.append(WorkerStart(destination: delivery.destination))
                }
            }
            guard deliveries.count == pageSize else { return }
        }
    }

    /// Begins to take deliveries as they are handed on. Returns false if too many were handed on since the last read of the outbox.
    private func begin() -> Bool {
        state.withLock { state in
            guard let deliveries = state.start.end(after: state.cursor) else { return false }
            for delivery in deliveries where Self.enqueue(delivery, &state) {
                state.starting.append(WorkerStart(destination: delivery.destination))
            }
            return true
        }
    }

    package func take(_ deliveries: [Delivery]) {
        let ready = state.withLock { state -> [ChannelID] in
            state.noteWithdrawals(in: deliveries)
            return state.start.take(deliveries).compactMap { delivery in
                let destination = delivery.destination
                if Self.enqueue(delivery, &state) { state.pipelines[destination] = DeliveryPipeline() }
                return state.pipelines[destination]?.beginFilling() == true ? destination : nil
            }
        }
        // All destinations with an immediate sender share it.
        var immediateSender: (any ImmediateSender)?
        var immediate: [ChannelID] = []
        for destination in ready {
            guard let sender = sender(destination) as? any ImmediateSender else {
                fillPipeline(to: destination, by: nil)
                continue
            }
            immediateSender = sender
            immediate.append(destination)
        }
        guard let immediateSender else { return }
        immediateSender.perform { [self, immediate] in
            for destination in immediate { fillPipeline(to: destination, by: immediateSender) }
        }
    }

    /// Adds a delivery to the queue of its destination. Returns whether the queue is not served yet.
    private static func enqueue(_ delivery: Delivery, _ state: inout State) -> Bool {
        guard state.queues.append(delivery, to: delivery.destination) else { return false }
        state.workers += 1
        return true
    }

    func startWorker(_ start: WorkerStart) {
        state.withLock { $0.starting.append(start) }
        wakeup.signal()
        drainSignal.signal()
    }

    private func startWorkers(in workers: inout ThrowingDiscardingTaskGroup<any Error>) {
        let starting = state.withLock { state in
            defer { state.starting = [] }
            return state.starting
        }
        for start in starting {
            workers.addTask {
                do {
                    try await self.serve(start)
                } catch is CancellationError {
                    // Shutdown: the current delivery stays open and is settled after the next start.
                }
            }
        }
    }

    private func serve(_ start: WorkerStart) async throws {
        let destination = start.destination
        var worker = DeliveryWorker(service: self, destination: destination)
        for (index, failure) in start.failures.enumerated() {
            // The first one waits for the connection; what is true of the others is known then.
            let error = index == 0 || failure.isLasting ? failure.error : nil
            try await worker.process(failure.delivery, after: error, isInDoubt: failure.isInDoubt)
        }
        if !start.failures.isEmpty, start.step == nil, resumePipeline(to: destination) { return }
        var step = start.step
        while let step = step.take() ?? next(for: destination) {
            switch step {
            case .take(let delivery):
                try await worker.process(batch(from: delivery, limit: worker.maxConcurrent))
                // A backlog of an earlier run stays with one worker, which reads history once for all of it.
                guard !mayHaveBeenSent(delivery) else { continue }
            case .read(let taken):
                let limit = state.withLock { $0.queues.length }
                let more = try await store.outbox.openDeliveries(to: destination, after: taken, limit: limit)
                state.withLock { $0.queues.fill(destination, with: more) }
            }
            if resumePipeline(to: destination) { return }
        }
    }

    /// A delivery and those that immediately follow it in the queue.
    private func batch(from first: Delivery, limit: Int) -> [Delivery] {
        guard limit > 1 else { return [first] }
        return state.withLock { state in
            var batch = [first]
            while batch.count < limit, let next = state.queues.takeWaiting(in: first.destination) { batch.append(next) }
            return batch
        }
    }

    /// The next step for a channel; nil if nothing waits.
    private func next(for destination: ChannelID) -> ChannelQueue<Delivery>.Step? {
        let (step, isIdle) = state.withLock { state in
            if state.isStopping { state.queues.stopServing(destination) }
            let step = state.isStopping ? nil : state.queues.next(in: destination)
            if step == nil { state.workers -= 1 }
            return (step, state.workers == 0)
        }
        if isIdle { drainSignal.signal() }
        return step
    }

    /// Waits until all due deliveries are sent, for a few seconds at most. Workers are still started for those that need one.
    private func drain(_ workers: inout ThrowingDiscardingTaskGroup<any Error>) async {
        workers.addTask {
            do {
                try await self.time.sleep(for: self.store.lease.ending == nil ? self.maxDrainTime : self.maxHandoverTime)
                self.drainSignal.finish()
            } catch is CancellationError {
                // Everything was sent before.
            }
        }
        drainSignal.signal()
        for await _ in drainSignal.signals {
            startWorkers(in: &workers)
            if state.withLock({ $0.workers == 0 }) { return }
        }
    }

    /// Waits until the deliveries that this one depends on are settled. Returns false if it must not be attempted.
    func predecessorsSucceeded(of delivery: Delivery) async throws -> Bool {
        resultWriter.flush()
        return try await resultWriter.keyedSignals.wait(for: delivery.cause) {
            switch try await self.store.outbox.predecessors(of: delivery) {
            case .open: nil
            case .settled: true
            case .failed: false
            }
        }
    }

    /// Returns whether an earlier run or attempt may have sent the delivery without recording it.
    ///
    /// Decided by id instead of time, because the wall clock may have been set back between two runs.
    func mayHaveBeenSent(_ delivery: Delivery) -> Bool {
        delivery.attempts > 0 || delivery.id <= state.withLock { $0.inherited }
    }
}
