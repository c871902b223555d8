import AsyncSupport
import ChatModel
package import Logging
import ServiceLifecycle
package import Storage
import Synchronization

/// Assigns each entry without a turn to its channel's queue, and commits its turn.
///
/// Channel queues run in parallel; within a queue, entries are processed in journal order. Memory is bounded: entries beyond the
/// length of a queue, or beyond the window of all queues, stay in the journal until the queue reaches them. A channel that is
/// stuck therefore takes no memory from others, regardless of its backlog.
package final class EventDispatcher: Service, Sendable {
    /// Stores the channel of an entry that the directory does not know; returns false if the entry is not to be handled, because the
    /// server does not show its channel to the bot. It is cancelled at a graceful shutdown.
    package typealias ChannelFinder = @Sendable (Entry) async throws -> Bool

    private struct State {
        var queues: [ChannelID: ChannelQueue<Entry>] = [:]
        /// The first entry that each queue has taken and not yet committed.
        var inProgress: [ChannelID: Int64] = [:]
        /// The number of entries waiting in memory.
        var waiting = 0
        var waitingBytes = 0
        var cursor: Int64 = 0
        var isStopping = false
    }

    private let store: Store
    private let processor: EventProcessor
    private let findChannel: ChannelFinder?
    private let logger: Logger
    private let state = Mutex(State())
    private let window = 1024  // Entries in memory: a few hundred kilobytes. Beyond it a queue gets one at a time.
    private let windowBytes = 16 << 20  // The total size of their frames.
    private let maxBatchSize = 64  // Entries of one channel whose turns share a commit.
    private let maxCommitDelay: Duration = .milliseconds(20)  // The delay of a finished turn to share its commit with others.

    /// - Parameter findChannel: called before the first event of an unknown channel; its channel waits, the others go on.
    package init(store: Store, processor: EventProcessor, logger: Logger, findChannel: ChannelFinder? = nil) {
        self.store = store
        self.processor = processor
        self.findChannel = findChannel
        self.logger = logger
    }

    /// Runs until graceful shutdown. Entries being processed then are completed; the others are found at the next start.
    package func run() async throws {
        let start = try await store.turns.turnedThrough()
        state.withLock { $0.cursor = start }
        try await withThrowingDiscardingTaskGroup { group in
            try await fill(&group)
            for await _ in store.journal.signal.signals.cancelOnGracefulShutdown() { try await fill(&group) }
            state.withLock { $0.isStopping = true }
        }
        try await store.turns.setTurnedThrough(turnsThrough)
    }

    /// Queues entries until the journal is exhausted.
    private func fill(_ group: inout ThrowingDiscardingTaskGroup<any Error>) async throws {
        let (page, pageBytes) = (256, 4 << 20)
        while true {
            let cursor = state.withLock { $0.cursor }
            let entries = try await store.journal.entriesWithoutTurn(after: cursor, limit: page, bytes: pageBytes)
            guard let last = entries.last else { return }
            let idle = state.withLock { state -> [ChannelID] in
                state.cursor = last.sequence
                var idle: [ChannelID] = []
                for entry in entries where enqueue(entry, &state) { idle.append(entry.channel) }
                return idle
            }
            for channel in idle { group.addTask { try await self.processQueue(of: channel) } }
            // Entries appended since then signal again.
            guard entries.count == page || entries.reduce(0, { $0 + $1.frame.count }) >= pageBytes else { return }
        }
    }

    /// Adds an entry to its channel's queue. Returns whether a task must be started for the queue.
    private func enqueue(_ entry: Entry, _ state: inout State) -> Bool {
        let isCrowded = state.waiting >= window || state.waitingBytes >= windowBytes
        return changing(entry.channel, &state) { $0.append(entry, isCrowded: isCrowded) }
    }

    private func changing<T>(_ channel: ChannelID, _ state: inout State, _ change: (inout ChannelQueue<Entry>) -> T) -> T {
        let (before, bytesBefore) = (state.queues[channel]?.count ?? 0, state.queues[channel]?.byteCount ?? 0)
        let result = change(&state.queues[channel, default: ChannelQueue()])
        state.waiting += (state.queues[channel]?.count ?? 0) - before
        state.waitingBytes += (state.queues[channel]?.byteCount ?? 0) - bytesBefore
        return result
    }

    private func processQueue(of channel: ChannelID) async throws {
        while let step = next(in: channel) {
            switch step {
            case .take(let entry):
                guard let turns = try await turns(from: entry, in: channel) else {
                    return state.withLock { $0.queues[channel]?.stopServing() }
                }
                try await store.turns.commit(turns)
                try await finished(turns, in: channel)
            case .read(let sequence):
                let more = try await store.journal.entriesWithoutTurn(
                    in: channel, after: sequence, limit: ChannelQueue<Entry>.length, bytes: ChannelQueue<Entry>.lengthInBytes)
                state.withLock { state in changing(channel, &state) { $0.fill(with: more) } }
            }
        }
    }

    /// Returns the queue's next step; `nil` ends it.
    private func next(in channel: ChannelID) -> ChannelQueue<Entry>.Step? {
        state.withLock { state in
            guard !state.isStopping else {
                state.queues[channel]?.stopServing()
                return nil
            }
            let step = changing(channel, &state) { $0.next() }
            if case .take(let entry) = step { state.inProgress[channel] = entry.sequence }
            return step
        }
    }

    /// Processes an entry and those queued after it, up to the size of one commit.
    ///
    /// - Returns: nil if a graceful shutdown ended the look-up of the channel; its entries are found at the next start.
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
        state.withLock { state in state.isStopping ? nil : changing(channel, &state) { $0.takeWaiting() } }
    }

    private func finished(_ turns: [Turn], in channel: ChannelID) async throws {
        state.withLock { $0.inProgress[channel] = nil }
        guard let first = turns.first, let last = turns.last, first.sequence / 4096 != (last.sequence + 1) / 4096 else { return }
        // Only occasionally: it merely shortens the search at the next start.
        try await store.turns.setTurnedThrough(turnsThrough)
    }

    private var turnsThrough: Int64 {
        state.withLock { state in
            let open = state.queues.compactMap { channel, queue in state.inProgress[channel] ?? queue.oldest }
            return open.min().map { min($0 - 1, state.cursor) } ?? state.cursor
        }
    }
}
