package import BotKit
package import Foundation
import Hooks
package import Logging
package import MezonModel
import MezonSocket
package import MezonWire
package import Persistence
package import SendPipeline
import Synchronization

/// The house taken step by step by whoever holds it, for tests and replay: entries are decided one at a time, in the order of the
/// journal, and nothing happens on its own but deliveries, which go the way they always go.
package final class SteppedApplication: Sendable {
    private let store: Store
    private let me: UserID
    private let interior: EventEngine
    private let keeper: SanctionExpiryService
    private let timeKeeper: SchedulerService
    private let time: any TimeSource
    private let pipeline: Task<Void, any Error>
    private let pipelineEnd: TaskCompletion
    /// Up to here nothing is open: entries by their sequence, deliveries by their number.
    private let cursors: Mutex<(entries: Int64, deliveries: Int64)>

    /// - Parameters:
    ///   - seed: where chance begins.
    ///   - time: the clock of deliveries and of what has an end. Decisions are given the event's time, and ten seconds of the
    ///     machine's:
    ///     what they wait for does not come by moving a clock.
    ///   - grounds: where bots run, and the rest.
    ///   - watch: who stands in a participant's place, to see what it comes to.
    ///   - ask: answers what bots ask about people, channels and the past.
    /// - Throws: `ApplicationError`, `StorageError`.
    package init(
        _ plan: CompiledConfiguration, store: Store, me: UserID, sender: any Sender, seed: UInt64, time: any TimeSource,
        logger: Logger, grounds: ExecutorProvider, watch: @escaping @Sendable (any EventHandler) -> any EventHandler,
        ask: @escaping BotRuntime.ReadHandler
    ) async throws {
        self.store = store
        self.me = me
        self.time = time
        var limits = EventProcessor.Limits()
        limits.prepare = limits.handle
        let interior = try await EventEngine(
            plan, store: store, me: me, sender: { _ in sender }, perSecond: nil, random: SplitMix64(seed: 1), limits: limits,
            seed: seed,
            time: time,
            deliberationTime: SystemTime(), logger: logger, grounds: grounds, watch: watch, ask: ask)
        self.interior = interior
        keeper = SanctionExpiryService(store: store, gate: AsyncGate(), time: time, logger: logger) { _, _ in [] }
        timeKeeper = SchedulerService(store: store, time: time, logger: logger)
        cursors = Mutex((try await store.turnedThrough(), try await store.settledThrough()))
        let end = TaskCompletion()
        pipelineEnd = end
        // It lives as long as this house, which belongs to a test and to no service.
        pipeline = Task(executorPreference: grounds.house) {
            defer {
                end.hasCome.withLock { $0 = true }
                // Whoever waits for deliveries does not wait for ever.
                store.settlementBell.ring()
            }
            try await interior.pipeline.run()
        }
    }

    deinit { pipeline.cancel() }

    /// Appends what the server tells.
    package func take(_ envelopes: [RtEnvelope]) async throws {
        let now = time.now
        let arrivals = envelopes.compactMap { envelope -> ReceivedEvent? in
            guard case .event(let event) = DecodedPush(envelope, receivedAt: now) else { return nil }
            return ReceivedEvent(frame: envelope.wireBytes, event: event, receivedAt: now)
        }
        try await store.learn(from: arrivals, me: me)
        try await store.append(arrivals, me: me, leaving: [])
    }

    /// The next entry without a turn and what it comes to, which is not committed yet; nil where there is none.
    package func decideNext() async throws -> (entry: Entry, turn: Turn)? {
        let cursor = cursors.withLock { $0.entries }
        guard let entry = try await store.entriesWithoutTurn(after: cursor, limit: 1).first else { return nil }
        let turn = await interior.deliberation.turn(for: entry)
        try Task.checkCancellation()
        return (entry, turn)
    }

    /// Whether every entry has its turn.
    package var isDone: Bool {
        get async throws { try await store.entriesWithoutTurn(after: cursors.withLock { $0.entries }, limit: 1).isEmpty }
    }

    package func commit(_ turn: Turn) async throws {
        try await store.commit([turn])
        cursors.withLock { $0.entries = max($0.entries, turn.sequence) }
    }

    /// Tells in the journal what is over and what is due by now: mutes, questions, appointments. Returns the next such moment; nil where
    /// none is known.
    package func tellTime() async throws -> Date? {
        let now = time.now
        return [try await keeper.end(whatIsOverAt: now), try await timeKeeper.tell(whatIsDueAt: now)].compactMap(\.self).min()
    }

    /// Waits until nothing more becomes of any delivery unless time moves.
    ///
    /// - Returns: how many wait for that.
    package func restDeliveries() async throws -> Int {
        while true {
            if let waiting = try await waitingDeliveries() { return waiting }
            for await _ in store.settlementBell.rings { break }
            try Task.checkCancellation()
            if pipelineEnd.hasCome.withLock({ $0 }) { try await pipeline.value }
        }
    }

    /// Nil while something is under way.
    private func waitingDeliveries() async throws -> Int? {
        let open = try await store.openDeliveries(after: cursors.withLock { $0.deliveries }, limit: 10_000)
        guard let first = open.first else {
            let last = try await store.lastDelivery()
            cursors.withLock { $0.deliveries = max($0.deliveries, last) }
            return 0
        }
        cursors.withLock { $0.deliveries = max($0.deliveries, first.id - 1) }
        let now = time.now.wholeMilliseconds
        var seen: Set<ChannelID> = []
        var waiting = 0
        for delivery in open where seen.insert(delivery.destination).inserted {
            if delivery.retryAt.wholeMilliseconds > now {
                waiting += 1
            } else if delivery.after == .nothing {
                return nil
            } else {
                guard case .open = try await store.predecessors(of: delivery) else { return nil }
            }
        }
        return waiting
    }

    /// Ends it, well or as a kill does; what is under way is found again at the next start.
    package func end(isKilled: Bool) async throws {
        if !isKilled { try await store.setTurnedThrough(cursors.withLock { $0.entries }) }
        pipeline.cancel()
        _ = await pipeline.result
        try store.close()
    }
}

/// Whether a task is over.
private final class TaskCompletion: Sendable {
    let hasCome = Mutex(false)
}

extension Date {
    /// As the store keeps it.
    fileprivate var wholeMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
