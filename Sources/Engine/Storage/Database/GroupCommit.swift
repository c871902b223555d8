import ChatModel
import GRDB
import Logging
import Synchronization

/// A queue of writes to one database. They run in the order of the calls, in batches of those queued during the previous commit.
///
/// An idle application commits each write at once; under load one `fdatasync` covers hundreds of writes. A full disk or an I/O
/// error is not reported to callers: the writes stay queued in order and are retried until they are durable.
final class GroupCommit: Sendable {
    private struct State {
        var queue: [CommitJob] = []
        var lastID = 0
        /// The jobs whose callers were cancelled.
        var abandoned: Set<Int> = []
        var isDraining = false
        /// A Boolean value that indicates whether the queue is to be committed now.
        var hasUrgent = false
        /// A Boolean value that indicates whether all queued writes are to be committed, also the lazy ones of further batches.
        var isFlushing = false
        /// A Boolean value that indicates whether a flush of lazy writes is scheduled.
        var isFlushScheduled = false
        var isClosed = false
        var failures = 0

        /// Returns whether a flush is to be scheduled for the queued lazy writes.
        mutating func needsFlush() -> Bool {
            guard !queue.isEmpty, !isFlushScheduled else { return false }
            isFlushScheduled = true
            return true
        }
    }

    /// The number of entries that one transaction appends. While the next ones are decided, the answers to these are sent.
    static let maxEntries = 256
    private static let maxJobs = 256  // Bounds the time that one transaction delays the others.
    private static let maxLazyDelay: Duration = .milliseconds(100)

    private let database: any DatabaseWriter
    private let time: any TimeSource
    private let logger: Logger
    private let participant: (any CommitParticipant)?
    private let logLimit: WriteAheadLogLimit
    private let state = Mutex(State())
    /// Started by the first write.
    private let thread = Mutex<WriterThread?>(nil)

    /// - Parameter maxLogBytes: The size above which the write-ahead log is truncated.
    init(
        database: any DatabaseWriter, time: any TimeSource, logger: Logger, maxLogBytes: Int,
        participant: (any CommitParticipant)? = nil
    ) {
        self.database = database
        logLimit = WriteAheadLogLimit(of: database.path, bytes: maxLogBytes)
        self.time = time
        self.logger = logger
        self.participant = participant
    }

    deinit { thread.withLock { $0?.wake() } }

    /// A Boolean value that indicates whether the disk rejects the queued writes.
    var isDegraded: Bool { state.withLock { $0.failures > 0 } }

    /// Performs a write and returns once it is durable.
    ///
    /// The write of a cancelled caller is still performed, unless the disk rejects it; then it is abandoned.
    /// - Parameter entries: The number of entries that it appends.
    /// - Throws: The error of the write, such as a violated constraint, or `CancellationError`; never an error for a full disk.
    func commit<T: Sendable>(
        appending entries: Int = 0, isolation: isolated (any Actor)? = #isolation,
        _ write: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        let id = nextIDs(1)
        let outcome = Outcome<T>()
        return try await withTaskCancellationHandler {
            _ = isolation  // Captured, so that the closure runs where the caller does.
            return try await withCheckedThrowingContinuation { continuation in
                enqueue([
                    CommitJob(
                        id: id, entries: entries,
                        run: { transaction in
                            let value = try write(transaction)
                            outcome.value.withLock { $0 = value }
                        },
                        finish: { error in
                            if let error {
                                continuation.resume(throwing: error)
                            } else if let value = outcome.value.withLock({ $0 }) {
                                continuation.resume(returning: value)
                            } else {
                                continuation.resume(throwing: CancellationError())
                            }
                        })
                ])
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Queues a write without waiting for it, after all earlier writes.
    ///
    /// - Parameters:
    ///   - isLazy: Pass true for a write that shares the commit of the next other write. If there is none, it is committed after
    ///     100 ms, or by `flush()`.
    ///   - then: Called once the write is durable.
    func queue(
        isLazy: Bool = false, _ write: @escaping @Sendable (Transaction) throws -> Void,
        then: @escaping @Sendable () -> Void = {}
    ) {
        let job = CommitJob(id: nextIDs(1), entries: 0, isLazy: isLazy, run: write) { [logger] error in
            guard let error else { return then() }
            logger.error("Write lost", metadata: ["storage.error": "\(StorageErrorDescription.words(for: error))"])
        }
        enqueue([job])
    }

    /// Queues writes behind each other, without waiting for them. No other write comes between them.
    ///
    /// - Parameters:
    ///   - writes: Each write, with the number of entries that it appends.
    ///   - ended: Called on the writer's thread for each write, in order: with its error, or with nil once it is durable.
    func queue(
        _ writes: [(entries: Int, run: @Sendable (Transaction) throws -> Void)],
        ended: @escaping @Sendable (_ index: Int, _ error: (any Error)?) -> Void
    ) {
        let first = nextIDs(writes.count)
        let jobs = writes.enumerated().map { index, write in
            CommitJob(id: first + index, entries: write.entries, run: write.run) { ended(index, $0) }
        }
        if !jobs.isEmpty { enqueue(jobs) }
    }

    /// Commits lazy writes that still wait for another one.
    func flush() { flush(isScheduled: false) }

    private func flush(isScheduled: Bool) {
        let starts = state.withLock { state in
            if isScheduled { state.isFlushScheduled = false }
            guard !state.queue.isEmpty, !state.isClosed else { return false }
            (state.hasUrgent, state.isFlushing) = (true, true)
            guard !state.isDraining else { return false }
            state.isDraining = true
            return true
        }
        if starts { drain() }
    }

    /// Leaves lazy writes that still wait uncommitted, because the database is about to be closed.
    func close() { state.withLock { $0.isClosed = true } }

    private final class Outcome<T: Sendable>: Sendable {
        let value = Mutex<T?>(nil)
    }

    /// Returns the first of a number of new ids.
    private func nextIDs(_ count: Int) -> Int {
        state.withLock { state in
            defer { state.lastID += count }
            return state.lastID + 1
        }
    }

    private func enqueue(_ jobs: [CommitJob]) {
        enum Next { case drain, scheduleFlush, wait, giveUpAbandoned }
        let next = state.withLock { state -> Next in
            state.queue += jobs
            if !jobs.allSatisfy(\.isLazy) { state.hasUrgent = true }
            if state.isDraining { return .giveUpAbandoned }
            guard state.hasUrgent else { return state.needsFlush() ? .scheduleFlush : .wait }
            state.isDraining = true
            return .drain
        }
        switch next {
        case .drain: drain()
        case .scheduleFlush: scheduleFlush()
        case .giveUpAbandoned: giveUpAbandoned()
        case .wait: break
        }
    }

    private func scheduleFlush() {
        // No one awaits this task: it ends with the process, or finds nothing left to commit.
        Task { [time] in
            try? await time.sleep(for: Self.maxLazyDelay)
            flush(isScheduled: true)
        }
    }

    /// Wakes the writer's thread.
    private func drain() {
        thread.withLock { thread in
            let current =
                thread
                ?? WriterThread(name: "store-writer") { [weak self] in
                    self?.writeQueue()
                    return self != nil
                }
            thread = current
            current.wake()
        }
    }

    private func writeQueue() {
        let transactions = CommitTransactions(participant: participant, succeeded: recovered)
        database.writeWithoutTransaction { database in
            while let batch = next() {
                if let writeError = transactions.perform(batch, on: database, finish: finish) {
                    postpone(writeError)
                    return
                }
                logLimit.enforce(on: database)
            }
        }
    }

    /// Returns the next batch; nil if the queue is empty, or only contains lazy writes that need no flush yet.
    private func next() -> [CommitJob]? {
        let (batch, needsFlush) = state.withLock { state -> ([CommitJob]?, Bool) in
            guard state.hasUrgent, !state.queue.isEmpty else {
                (state.isDraining, state.hasUrgent, state.isFlushing) = (false, false, false)
                return (nil, state.needsFlush())
            }
            var (count, entries) = (0, 0)
            for job in state.queue.prefix(Self.maxJobs) {
                entries += job.entries
                if count > 0, entries > Self.maxEntries { break }
                count += 1
            }
            let batch = Array(state.queue.prefix(count))
            state.queue.removeFirst(count)
            state.hasUrgent = state.isFlushing || !state.queue.allSatisfy(\.isLazy)
            return (batch, false)
        }
        if needsFlush { scheduleFlush() }
        return batch
    }

    private func finish(_ job: CommitJob, _ error: (any Error)?) {
        state.withLock { _ = $0.abandoned.remove(job.id) }
        job.finish(error)
    }

    private func postpone(_ writeError: CommitTransactions.WriteError) {
        let failures = state.withLock { state in
            state.queue.insert(contentsOf: writeError.jobs, at: 0)
            state.hasUrgent = true
            state.failures += 1
            return state.failures
        }
        if failures == 1 {
            logger.error(
                "Storage degraded: writes fail, retrying",
                metadata: ["storage.error": "\(StorageErrorDescription.words(for: writeError.error))"])
        }
        giveUpAbandoned()
        let delay = Duration.milliseconds(min(5000, 100 << min(failures, 6)))
        // No one awaits this task; callers await their own write.
        Task { [time] in
            try await time.sleep(for: delay)
            drain()
        }
    }

    private func abandon(_ id: Int) {
        state.withLock { _ = $0.abandoned.insert(id) }
        giveUpAbandoned()
    }

    /// Abandons writes of cancelled callers. Without this, an application that is stopped while its disk is full would wait for the
    /// disk.
    private func giveUpAbandoned() {
        let abandoned = state.withLock { state -> [CommitJob] in
            guard state.failures > 0 else { return [] }
            let abandoned = state.queue.filter { state.abandoned.contains($0.id) }
            state.queue.removeAll { state.abandoned.contains($0.id) && !$0.retryState.hasTurns }
            // Decisions that were made with the job have changed the rule state that later decisions saw: it keeps its place in the
            // queue, and only its caller is released.
            for index in state.queue.indices where state.abandoned.contains(state.queue[index].id) {
                state.queue[index].finish = { _ in }
            }
            return abandoned
        }
        for job in abandoned { finish(job, CancellationError()) }
    }

    private func recovered() {
        let failures = state.withLock { state in
            defer { state.failures = 0 }
            return state.failures
        }
        if failures > 0 { logger.info("Storage recovered", metadata: ["storage.attempts": "\(failures)"]) }
    }
}
