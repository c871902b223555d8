import AsyncSupport
package import BotKit
package import ChatModel
import ConnectorKit
package import Delivery
import EventProcessing
package import Foundation
package import Logging
import MezonClient
package import MezonProtocol
package import Storage
import Synchronization

/// An application advanced step by step by its caller, for tests and replay. Entries are decided one at a time in journal order;
/// only deliveries proceed on their own, through the regular delivery service.
package final class SteppedApplication: Sendable {
    let store: Store
    let me: UserID
    let logger: Logger
    private let engine: EventEngine
    let time: any TimeSource
    let backfill = Mutex(Backfill())
    private let activities: Mutex<MemberActivityFilter>
    private let deliveryTask: Task<Void, any Error>
    private let deliveryEnd: TaskCompletion
    /// The cursors up to which nothing is open: entries by sequence, deliveries by id.
    private let cursors: Mutex<(entries: Int64, deliveries: Int64)>

    /// - Parameters:
    ///   - seed: The seed of random choices in decisions.
    ///   - time: The clock of deliveries and deadlines. Decisions use the event's time and a limit of ten seconds of the system's
    ///     clock, because work that they await is not completed by advancing a clock.
    ///   - executors: The executors of bots and of the application.
    ///   - watch: Wraps each event handler to observe its results.
    ///   - reads: Answers the reads of bots: members, channels and history.
    /// - Throws: `ApplicationError`, `StorageError`.
    package init(
        _ compiled: CompiledConfiguration, store: Store, me: UserID, sender: any Sender, seed: UInt64, time: any TimeSource,
        logger: Logger, executors: ExecutorProvider, watch: @escaping @Sendable (any EventHandler) -> any EventHandler,
        reads: @escaping BotRuntime.ReadHandler
    ) async throws {
        self.store = store
        self.me = me
        self.time = time
        self.logger = logger
        var environment = EventEngine.Environment()
        environment.limits.prepare = environment.limits.handle
        environment.seed = seed
        environment.decisionTime = StallTolerantTime()
        environment.executors = executors
        environment.observe = watch
        let engine = try await EventEngine(
            compiled, store: store, me: me, sender: { _ in sender }, environment: environment, time: time, logger: logger,
            reads: reads)
        self.engine = engine
        activities = Mutex(compiled.activityFilter(store.directory, me: me))
        cursors = Mutex((try await store.turns.turnsThrough(), try await store.outbox.settledThrough()))
        let end = TaskCompletion()
        deliveryEnd = end
        // The task lives as long as this object, which belongs to a test and not to a service.
        deliveryTask = Task(executorPreference: executors.application) {
            defer {
                end.isOver.withLock { $0 = true }
                // Wakes callers that wait for deliveries.
                store.outbox.settlementSignal.signal()
            }
            try await engine.deliveryService.run()
        }
    }

    deinit { deliveryTask.cancel() }

    /// Appends events received from the server.
    package func take(_ envelopes: [RtEnvelope]) async throws {
        let now = time.now
        let received = envelopes.flatMap { envelope -> [ReceivedEvent] in
            let (push, event, _) = ReceivedEvent.make(envelope, envelope.wireBytes, receivedAt: now)
            guard case .activity(let activities) = push else { return event.map { [$0] } ?? [] }
            return activities.map { ReceivedEvent(frame: envelope.wireBytes, event: .system(.activity($0)), receivedAt: now) }
        }
        let events = activities.withLock { $0.filtered(received) }
        try await store.directory.learn(from: events)
        try await store.directory.learnClaimedChannels(of: events, me: me)
        _ = try await append(backfill.withLock { $0.live(events) })
    }

    /// Decides the next entry without a turn. The turn is not committed yet; nil if there is no entry.
    package func decideNext() async throws -> (entry: Entry, turn: Turn)? {
        let cursor = cursors.withLock { $0.entries }
        guard let entry = try await store.journal.entriesWithoutTurn(after: cursor, limit: 1).first else { return nil }
        let turn = await engine.eventProcessor.turn(for: entry)
        try Task.checkCancellation()
        return (entry, turn)
    }

    /// A Boolean value that indicates whether every entry has its turn.
    package var isDone: Bool {
        get async throws { try await store.journal.entriesWithoutTurn(after: cursors.withLock { $0.entries }, limit: 1).isEmpty }
    }

    package func commit(_ turn: Turn) async throws {
        try await store.turns.commit([turn])
        cursors.withLock { $0.entries = max($0.entries, turn.sequence) }
    }

    /// Appends the events for everything that has expired or become due: mutes, questions, jobs. Returns the next such time; nil if
    /// there is none.
    package func appendDueEvents() async throws -> Date? {
        let now = time.now
        let dates = [try await engine.sanctionExpiry.endExpired(at: now), try await engine.scheduler.processDue(at: now)]
        return dates.compactMap(\.self).min()
    }

    /// Waits until no delivery can proceed without a change of time.
    ///
    /// - Parameter isHeld: Returns whether the sender holds a number of deliveries, so that they cannot proceed.
    /// - Returns: The number of deliveries that wait for a later time.
    package func waitForDeliveries(holding isHeld: (_ count: Int) -> Bool = { $0 == 0 }) async throws -> Int {
        while true {
            let (due, later) = try await openDeliveries()
            if isHeld(due) { return later }
            for await _ in store.outbox.settlementSignal.signals { break }
            try Task.checkCancellation()
            if deliveryEnd.isOver.withLock({ $0 }) { try await deliveryTask.value }
        }
    }

    /// Wakes the caller of `waitForDeliveries`, because the sender holds another delivery.
    package func noteHeldDelivery() { store.outbox.settlementSignal.signal() }

    /// The number of destinations whose next delivery is due, and of those where it waits for a later time.
    private func openDeliveries() async throws -> (due: Int, later: Int) {
        let open = try await store.outbox.openDeliveries(after: cursors.withLock { $0.deliveries }, limit: 10_000)
        guard let first = open.first else {
            let last = try await store.outbox.lastDelivery()
            cursors.withLock { $0.deliveries = max($0.deliveries, last) }
            return (0, 0)
        }
        cursors.withLock { $0.deliveries = max($0.deliveries, first.id - 1) }
        let now = time.now.wholeMilliseconds
        var seen: Set<ChannelID> = []
        var (due, later) = (0, 0)
        for delivery in open where seen.insert(delivery.destination).inserted {
            if delivery.retryAt.wholeMilliseconds > now {
                later += 1
            } else if delivery.after == .nothing {
                due += 1
            } else if case .open = try await store.outbox.predecessors(of: delivery) {
                // Its turn comes with its predecessor's end.
            } else {
                due += 1
            }
        }
        return (due, later)
    }

    /// Stops the application, gracefully or as a kill would. Unfinished work is resumed at the next start.
    package func end(isKilled: Bool) async throws {
        if !isKilled { try await store.turns.setTurnsThrough(cursors.withLock { $0.entries }) }
        deliveryTask.cancel()
        _ = await deliveryTask.result
        try store.close()
    }
}

/// A flag that indicates whether a task has completed.
private final class TaskCompletion: Sendable {
    let isOver = Mutex(false)
}

extension Date {
    /// The time in the resolution of the store.
    fileprivate var wholeMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
