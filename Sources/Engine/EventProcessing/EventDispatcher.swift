import AsyncSupport
import ChatModel
package import Logging
import ServiceLifecycle
package import Storage
import Synchronization

/// Takes each entry without a turn through its channel's handlers, and commits its turn.
///
/// An entry whose handlers decide without waiting is decided as it is appended, so that both share one commit. Any other entry goes
/// to the queue of its channel once it is durable. Queues run in parallel; within a queue, entries are processed in journal order.
/// Entries are handed on in memory; the journal is read at the start and for a backlog.
package final class EventDispatcher: Service, JournalSubscriber {
    /// Stores the channel of an entry that the directory does not know; returns false if the entry is not to be handled, because the
    /// server does not show its channel to the bot. It is cancelled at a graceful shutdown.
    package typealias ChannelFinder = @Sendable (Entry) async throws -> Bool

    private struct State: ~Copyable {
        /// A few hundred kilobytes.
        var queues = ChannelQueues<Entry>(window: EventDispatcher.window)
        /// The first entry that each queue has taken and not yet committed.
        var inProgress: [ChannelID: Int64] = [:]
        /// The last entry that has its turn or was queued.
        var cursor: Int64 = 0
        var start = StartupHandover<Entry>(limit: EventDispatcher.window)
        var isStopping = false
        /// The channels whose queues need a task.
        var idle: [ChannelID] = []

        /// The entry up to which every entry has its turn.
        var turnsThrough: Int64 {
            let open = queues.all.compactMap { channel, queue in inProgress[channel] ?? queue.oldest }
            return open.min().map { min($0 - 1, cursor) } ?? cursor
        }
    }

    private let store: Store
    private let processor: EventProcessor
    private let findChannel: ChannelFinder?
    private let logger: Logger
    private let state = Mutex(State())
    private let wakeup = AsyncSignal()
    private static let window = 1024  // Entries in memory.
    private let maxBatchSize = 64  // Entries of one channel whose turns share a commit.
    private let maxCommitDelay: Duration = .milliseconds(20)  // The delay of a finished turn to share its commit with others.

    /// - Parameter findChannel: Called before the first event of an unknown channel; its channel waits, the others go on.
    package init(store: Store, processor: EventProcessor, logger: Logger, findChannel: ChannelFinder? = nil) {
        self.store = store
        self.processor = processor
        self.findChannel = findChannel
        self.logger = logger
    }

    /// Runs until graceful shutdown. Entries being processed then are completed; the others are found at the next start.
    package func run() async throws {
        let start = try await store.turns.turnsThrough()
        state.withLock { $0.cursor = start }
        try await store.turns.handOnEntries(to: self)
        defer { store.journal.endHandingOn() }
        try await withThrowingDiscardingTaskGroup { group in
            repeat { try await readBacklog() } while !begin()
            startTasks(in: &group)
            await withGracefulShutdownHandler {
                for await _ in wakeup.signals { startTasks(in: &group) }
            } onGracefulShutdown: {
                self.wakeup.finish()
            }
            state.withLock { $0.isStopping = true }
        }
        try await store.turns.setTurnsThrough(turnsThrough)
    }

    /// Queues the entries that are in the journal.
    private func readBacklog() async throws {
        let (page, pageBytes) = (256, 4 << 20)
        while true {
            let cursor = state.withLock { $0.cursor }
            let entries = try await store.journal.entriesWithoutTurn(after: cursor, limit: page, bytes: pageBytes)
            guard let last = entries.last else { return }
            state.withLock { state in
                state.cursor = last.sequence
                for entry in entries { enqueue(entry, &state) }
            }
            guard entries.count == page || entries.reduce(0, { $0 + $1.frame.count }) >= pageBytes else { return }
        }
    }

    /// Begins to take entries as they are handed on. Returns false if too many were handed on since the last read of the journal.
    private func begin() -> Bool {
        state.withLock { state in
            guard let entries = state.start.end(after: state.cursor) else { return false }
            for entry in entries { enqueue(entry, &state) }
            state.cursor = max(state.cursor, entries.last?.sequence ?? 0)
            return true
        }
    }

    package func decide(_ entry: Entry) -> Turn? {
        let mayDecide = state.withLock { state in
            state.start.isOver && !state.isStopping && state.queues[entry.channel]?.isIdle ?? true
        }
        guard mayDecide, findChannel == nil || store.directory.channel(entry.channel) != nil else { return nil }
        return processor.immediateTurn(for: entry)
    }

    package func take(_ entries: [Entry], through sequence: Int64) {
        let (needsTasks, passed) = state.withLock { state -> (Bool, Int64?) in
            guard !state.isStopping else { return (false, nil) }
            for entry in state.start.take(entries) { enqueue(entry, &state) }
            guard state.start.isOver else { return (false, nil) }
            let passed = state.cursor / 4096 == sequence / 4096 ? nil : state.turnsThrough
            state.cursor = max(state.cursor, sequence)
            return (!state.idle.isEmpty, passed)
        }
        if needsTasks { wakeup.signal() }
        // Only occasionally: it merely shortens the search at the next start.
        if let passed { store.turns.queueTurnedThrough(passed) }
    }

    private func startTasks(in group: inout ThrowingDiscardingTaskGroup<any Error>) {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        for channel in idle { group.addTask { try await self.processQueue(of: channel) } }
    }

    /// Adds an entry to its channel's queue, and notes if the queue needs a task.
    private func enqueue(_ entry: Entry, _ state: inout State) {
        if state.queues.append(entry, to: entry.channel) { state.idle.append(entry.channel) }
    }

    private func processQueue(of channel: ChannelID) async throws {
        while let step = next(in: channel) {
            switch step {
            case .take(let entry):
                guard let turns = try await turns(from: entry, in: channel) else {
                    return state.withLock { $0.queues.stopServing(channel) }
                }
                try await store.turns.commit(turns)
                finished(channel)
            case .read(let sequence):
                let more = try await store.journal.entriesWithoutTurn(
                    in: channel, after: sequence, limit: ChannelQueue<Entry>.length, bytes: ChannelQueue<Entry>.lengthInBytes)
                state.withLock { $0.queues.fill(channel, with: more) }
            }
        }
    }

    /// Returns the queue's next step; `nil` ends it.
    private func next(in channel: ChannelID) -> ChannelQueue<Entry>.Step? {
        state.withLock { state in
            if state.isStopping {
                state.queues.stopServing(channel)
                return nil
            }
            let step = state.queues.next(in: channel)
            if case .take(let entry) = step { state.inProgress[channel] = entry.sequence }
            return step
        }
    }

    /// Processes an entry and those queued after it, up to the size of one commit.
    ///
    /// - Returns: Nil if a graceful shutdown ended the look-up of the channel; its entries are found at the next start.
    /// - Throws: `CancellationError`. A decision that was cut short is discarded, and its entry is found at the next start.
    private func turns(from first: Entry, in channel: ChannelID) async throws -> [Turn]? {
        let started = processor.time.uptime
        var turns: [Turn] = []
        var entry: Entry? = first
        while let current = entry {
            guard let turn = try await turn(for: current) else { return turns.isEmpty ? nil : turns }
            turns.append(turn)
            try Task.checkCancellation()
            let isEnough = turns.count >= maxBatchSize || processor.time.uptime - started >= maxCommitDelay
            entry = isEnough ? nil : takeWaiting(in: channel)
        }
        return turns
    }

    private func turn(for entry: Entry) async throws -> Turn? {
        guard let findChannel, store.directory.channel(entry.channel) == nil else { return await processor.turn(for: entry) }
        do {
            guard try await cancelWhenGracefulShutdown({ try await findChannel(entry) }) else {
                let reason = "the server does not show this channel to the bot"
                return Turn(sequence: entry.sequence, trace: Trace([.init("system", Trace.skip, reason)]))
            }
        } catch is CancellationError {
            try Task.checkCancellation()
            return nil
        }
        return await processor.turn(for: entry)
    }

    private func takeWaiting(in channel: ChannelID) -> Entry? {
        state.withLock { state in
            state.isStopping ? nil : state.queues.takeWaiting(in: channel)
        }
    }

    private func finished(_ channel: ChannelID) { state.withLock { $0.inProgress[channel] = nil } }

    private var turnsThrough: Int64 { state.withLock { $0.turnsThrough } }
}
