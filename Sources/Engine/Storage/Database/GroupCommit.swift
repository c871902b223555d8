import ChatModel
import Dispatch
import Logging
import Synchronization

/// A queue of writes to one database. They run in the order of the calls, in batches of those queued during the previous commit.
///
/// An idle application commits each write at once; under load one `fdatasync` covers hundreds of writes. While a batch is written, the
/// entries of the next one are decided on another thread. A full disk or an I/O error is not reported to callers: the writes stay queued
/// in order and are retried until they are durable.
final class GroupCommit: Sendable {
    /// The number of entries that one transaction appends. While the next ones are decided, the answers to these are sent.
    static let maxEntries = 256
    static let maxWrites = 256  // Bounds the time that one transaction delays the others.
    private static let maxLazyDelay: Duration = .milliseconds(100)

    private let database: any SQLWriter
    let time: any TimeSource
    let logger: Logger
    private let participant: (any CommitParticipant)?
    let statistics = StoreStatistics()
    /// The newest entry of the journal in the database; ahead of it during a transaction, and after a refused one.
    let sequence: JournalSequence
    let state: Mutex<State>
    /// Started by the first write.
    private let writer = Mutex<WriterThread?>(nil)
    /// Prepares writes while the writer is busy. Started by the first one.
    private let preparer = Mutex<WriterThread?>(nil)
    /// Signals a prepared write to the waiting writer.
    private let preparation = DispatchSemaphore(value: 0)

    init(
        database: any SQLWriter, time: any TimeSource, logger: Logger,
        sequence: JournalSequence = JournalSequence(0), participant: (any CommitParticipant)? = nil
    ) {
        self.database = database
        self.time = time
        self.logger = logger
        self.sequence = sequence
        state = Mutex(State(queue: CommitQueue(after: sequence.current)))
        self.participant = participant
    }

    deinit {
        writer.withLock { $0?.wake() }
        preparer.withLock { $0?.wake() }
    }

    /// Performs a write and returns once it is durable.
    ///
    /// The write of a cancelled caller is still performed, unless the disk rejects it; then it is abandoned.
    /// - Parameters:
    ///   - entries: The number of received entries that it appends.
    ///   - limit: The number of entries that it appends at most; nil if that is not known in advance.
    /// - Throws: The error of the write, such as a violated constraint, or `CancellationError`; never an error for a full disk.
    @discardableResult
    func commit<T: Sendable>(
        appending entries: Int = 0, atMost limit: Int? = nil, isolation: isolated (any Actor)? = #isolation,
        _ write: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        let id = nextIDs(1)
        let outcome = Outcome<T>()
        return try await withTaskCancellationHandler {
            _ = isolation  // Captured, so that the closure runs where the caller does.
            return try await withCheckedThrowingContinuation { continuation in
                enqueue([
                    QueuedWrite(
                        id: id, entries: entries, appendLimit: limit,
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
    ///   - limit: The number of entries that it appends at most; nil if that is not known in advance.
    ///   - isLazy: Pass true for a write that shares the commit of the next other write. If there is none, it is committed after
    ///     100 ms, or by `flush()`.
    ///   - then: Called once the write is durable.
    func queue(
        atMost limit: Int? = nil, isLazy: Bool = false, _ write: @escaping @Sendable (Transaction) throws -> Void,
        then: @escaping @Sendable () -> Void = {}
    ) {
        let queued = QueuedWrite(id: nextIDs(1), entries: 0, appendLimit: limit, isLazy: isLazy, run: write) { [logger] error in
            guard let error else { return then() }
            logger.error("Write lost", metadata: ["storage.error": "\(StorageErrorDescription.words(for: error))"])
        }
        enqueue([queued])
    }

    /// A write that decides the entries that it appends.
    struct DecidingWrite: Sendable {
        /// The number of entries that it appends.
        var entries: Int
        /// Decides the entries before the transaction, given the sequence after which they will be appended, and calls `prepared` or
        /// `decline`. Called at most once, on a thread of the store.
        var prepare: @Sendable (WriteDecisions, Int64) -> Void
        /// Performs the write.
        var run: @Sendable (Transaction) throws -> Void
    }

    /// Queues writes behind each other, without waiting for them. No other write comes between them.
    ///
    /// - Parameter ended: Called on the writer's thread for each write, in order: with its error, or with nil once it is durable.
    func queue(_ writes: [DecidingWrite], ended: @escaping @Sendable (_ index: Int, _ error: (any Error)?) -> Void) {
        let first = nextIDs(writes.count)
        let queued = writes.enumerated().map { index, write in
            QueuedWrite(id: first + index, entries: write.entries, prepare: write.prepare, run: write.run) { ended(index, $0) }
        }
        if !queued.isEmpty { enqueue(queued) }
    }

    /// Commits lazy writes that still wait for another one.
    func flush() { flush(isScheduled: false) }

    private func flush(isScheduled: Bool) {
        let starts = state.withLock { state in
            if isScheduled { state.isFlushScheduled = false }
            guard !state.queue.waiting.isEmpty, !state.isClosed else { return false }
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

    private func enqueue(_ writes: [QueuedWrite]) {
        enum Next { case drain, prepare, scheduleFlush, wait, giveUpAbandoned }
        let next = state.withLock { state -> Next in
            state.queue.add(writes)
            if !writes.allSatisfy(\.isLazy) { state.hasUrgent = true }
            if state.isDraining {
                if state.failures > 0 { return .giveUpAbandoned }
                let mayPrepare = writes.contains { $0.prepare != nil } && state.preparing == nil
                return mayPrepare && state.queue.nextToPrepare() != nil ? .prepare : .wait
            }
            guard state.hasUrgent else { return state.needsFlush() ? .scheduleFlush : .wait }
            state.isDraining = true
            return .drain
        }
        switch next {
        case .drain: drain()
        case .prepare: wakePreparer()
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
    func drain() {
        Self.wake(writer, "store-writer") { [weak self] in
            self?.writeQueue()
            return self != nil
        }
    }

    private func wakePreparer() {
        Self.wake(preparer, "store-decider") { [weak self] in
            self?.prepareQueue()
            return self != nil
        }
    }

    private static func wake(_ thread: borrowing Mutex<WriterThread?>, _ name: String, _ work: @escaping @Sendable () -> Bool) {
        thread.withLock { thread in
            let current = thread ?? WriterThread(name: name, work: work)
            thread = current
            current.wake()
        }
    }

    /// Prepares writes until there is none, or a write ahead has to be performed first.
    private func prepareQueue() {
        while let next = state.withLock({ $0.beginPreparing() }) {
            prepare(next.write, after: next.after)
        }
    }

    private func prepare(_ write: QueuedWrite, after sequence: Int64) {
        write.prepare?(write.decisions, sequence)
        let isWriterWaiting = state.withLock { state in
            state.preparing = nil
            defer { state.isWriterWaiting = false }
            return state.isWriterWaiting
        }
        if isWriterWaiting { preparation.signal() }
    }

    private func writeQueue() {
        let transactions = CommitTransactions(
            participant: participant, statistics: statistics, time: time, succeeded: recovered)
        noteProgress(isBusy: true)
        defer { noteProgress(isBusy: false) }
        database.withSession { session in
            if let writeError = settleOpenCommit(on: session) { return postpone(writeError) }
            while let batch = next() {
                if let writeError = transactions.perform(batch, on: session, finish: finish) {
                    postpone(writeError)
                    return
                }
                state.withLock { $0.queue.end(after: sequence.current) }
                database.maintain(session)
                noteProgress(isBusy: true)
            }
        }
    }

    /// Finishes the writes of a transaction that has turned out to be durable. Returns an error if this cannot be told yet.
    private func settleOpenCommit(on session: any SQLWriterSession) -> CommitTransactions.WriteError? {
        guard let open = state.withLock({ $0.open }) else { return nil }
        do {
            let isDurable: Bool
            do {
                isDurable = try session.didCommit()
            } catch let error as any SQLError where !error.isTemporary {
                isDurable = false  // The next transaction fails with the same error, and its writes with it.
            }
            let writes = state.withLock { state in
                state.open = nil
                return isDurable ? state.queue.takeDurable(open.writes, after: sequence.current) : []
            }
            if isDurable { open.succeeded() }
            for write in writes { finish(write, nil) }
            return nil
        } catch {
            return CommitTransactions.WriteError(writes: [], error: error)
        }
    }

    /// Returns the next batch; nil if the queue is empty, or only contains lazy writes that need no flush yet.
    private func next() -> [QueuedWrite]? {
        while true {
            switch state.withLock({ $0.step(after: sequence.current) }) {
            case .perform(let batch, let othersToPrepare):
                if othersToPrepare { wakePreparer() }
                return batch
            case .prepare(let write, let sequence): prepare(write, after: sequence)
            case .waitForPreparation: preparation.wait()
            case .stop(let needsFlush):
                if needsFlush { scheduleFlush() }
                return nil
            }
        }
    }

    func finish(_ write: QueuedWrite, _ error: (any Error)?) {
        state.withLock { _ = $0.abandoned.remove(write.id) }
        write.finish(error)
    }
}
