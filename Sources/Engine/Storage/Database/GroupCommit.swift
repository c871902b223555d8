import ChatModel
import GRDB
import Logging
import Synchronization

/// A participant in every transaction, for data that must be durable together with the jobs' writes.
protocol CommitParticipant: Sendable {
    /// Called when a transaction begins. Changes of an earlier failed transaction are discarded.
    func transactionDidBegin()
    /// Called after all jobs of the transaction have run.
    func transactionWillCommit(_ transaction: Transaction) throws
    /// Called once the transaction is durable.
    func transactionDidCommit()
}

/// A queue of writes to one database. They run in the order of the calls, in batches of those queued during the previous commit.
///
/// An idle application commits each write at once; under load one `fdatasync` covers hundreds of writes. A full disk or an I/O
/// error is not reported to callers: the writes stay queued in order and are retried until they are durable.
final class GroupCommit: Sendable {
    private struct Job: Sendable {
        let id: Int
        /// The results of an earlier run.
        let retryState = JobRetryState()
        /// Performs the write and stores its result for `finish`.
        let run: @Sendable (Transaction) throws -> Void
        /// Resumes the caller, with the error of the write itself if there is one.
        var finish: @Sendable ((any Error)?) -> Void
    }

    /// The jobs that the disk did not accept, in order.
    private struct WriteError {
        let jobs: [Job]
        let error: any Error
    }

    private struct State {
        var queue: [Job] = []
        var lastID = 0
        /// The jobs whose callers were cancelled.
        var abandoned: Set<Int> = []
        var isDraining = false
        /// A Boolean value that indicates whether a flush of lazy writes is scheduled.
        var isFlushScheduled = false
        var isClosed = false
        var failures = 0
    }

    private let database: any DatabaseWriter
    private let time: any TimeSource
    private let logger: Logger
    private let participant: (any CommitParticipant)?
    private let logLimit: WriteAheadLogLimit
    private let state = Mutex(State())
    /// Started by the first write.
    private let thread = Mutex<WriterThread?>(nil)
    private let maxLazyDelay: Duration = .milliseconds(100)
    private let maxBatch = 256  // Jobs, most of many rows. Bounds the time that one transaction delays the others.

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

    /// A Boolean value that indicates whether the disk rejects the queued writes.
    var isDegraded: Bool { state.withLock { $0.failures > 0 } }

    /// Performs a write and returns once it is durable.
    ///
    /// The write of a cancelled caller is still performed, unless the disk rejects it; then it is abandoned.
    /// - Throws: The error of the write, such as a violated constraint, or `CancellationError`; never an error for a full disk.
    nonisolated(nonsending) func commit<T: Sendable>(_ write: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let outcome = Outcome<T>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(
                    Job(
                        id: id,
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
                        }))
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
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        enqueue(
            Job(id: id, run: { try write($0) }) { [logger] error in
                guard let error else { return then() }
                logger.error("Write lost", metadata: ["storage.error": "\(StorageErrorDescription.words(for: error))"])
            }, isLazy: isLazy)
    }

    /// Commits lazy writes that still wait for another one.
    func flush() {
        let starts = state.withLock { state in
            guard !state.isDraining, !state.queue.isEmpty, !state.isClosed else { return false }
            state.isDraining = true
            return true
        }
        if starts { drain() }
    }

    private final class Outcome<T: Sendable>: Sendable {
        let value = Mutex<T?>(nil)
    }

    /// Leaves lazy writes that still wait uncommitted, because the database is about to be closed.
    func close() { state.withLock { $0.isClosed = true } }

    private func enqueue(_ job: Job, isLazy: Bool = false) {
        enum Next { case drain, scheduleFlush, wait, giveUpAbandoned }
        let next = state.withLock { state -> Next in
            state.queue.append(job)
            if state.isDraining { return .giveUpAbandoned }
            guard isLazy else {
                state.isDraining = true
                return .drain
            }
            guard !state.isFlushScheduled else { return .wait }
            state.isFlushScheduled = true
            return .scheduleFlush
        }
        switch next {
        case .drain: drain()
        case .scheduleFlush: scheduleFlush()
        case .giveUpAbandoned: giveUpAbandoned()
        case .wait: break
        }
    }

    private func scheduleFlush() {
        let (time, delay) = (time, maxLazyDelay)
        // No one awaits this task: it ends with the process, or finds nothing left to commit.
        Task {
            defer { state.withLock { $0.isFlushScheduled = false } }
            try await time.sleep(for: delay)
            flush()
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

    deinit { thread.withLock { $0?.wake() } }

    private func writeQueue() {
        database.writeWithoutTransaction { database in
            while let batch = next() {
                if let refusal = write(batch, to: database) {
                    postpone(refusal)
                    return
                }
                logLimit.enforce(on: database)
            }
        }
    }

    private func next() -> [Job]? {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.isDraining = false
                return nil
            }
            let batch = Array(state.queue.prefix(maxBatch))
            state.queue.removeFirst(batch.count)
            return batch
        }
    }

    private func write(_ batch: [Job], to database: Database) -> WriteError? {
        do {
            try transaction(batch, on: database)
        } catch  where Self.isDegradation(error) {
            return WriteError(jobs: batch, error: error)
        } catch {
            return writeEach(batch, to: database)
        }
        for job in batch { finish(job, nil) }
        return nil
    }

    /// Runs each job in a transaction of its own, after one of them failed the batch.
    private func writeEach(_ batch: [Job], to database: Database) -> WriteError? {
        for (index, job) in batch.enumerated() {
            do {
                try transaction([job], on: database)
                finish(job, nil)
            } catch  where Self.isDegradation(error) {
                return WriteError(jobs: Array(batch[index...]), error: error)
            } catch {
                finish(job, error)
            }
        }
        return nil
    }

    private func transaction(_ batch: [Job], on database: Database) throws {
        let transaction = Transaction(database)
        // Equals `inTransaction(.immediate)`, but prepares its statements once.
        try database.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
        do {
            participant?.transactionDidBegin()
            for job in batch {
                transaction.begin(job.retryState)
                try job.run(transaction)
            }
            try participant?.transactionWillCommit(transaction)
            guard database.isInsideTransaction else {
                throw DatabaseError(resultCode: .SQLITE_FULL, message: "the transaction was rolled back")
            }
            try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
        } catch {
            // The error may have rolled the transaction back, as a full disk does. A failed rollback must not hide its cause.
            if database.isInsideTransaction { try? database.rollback() }
            throw error
        }
        participant?.transactionDidCommit()
        transaction.committed()
        recovered()
    }

    private func finish(_ job: Job, _ error: (any Error)?) {
        state.withLock { _ = $0.abandoned.remove(job.id) }
        job.finish(error)
    }

    /// Returns whether the error is a full disk, a file-size limit, a missing or failing disk, or a file that became read-only.
    private static func isDegradation(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_BUSY]
            .contains(error.resultCode)
    }

    private func postpone(_ refusal: WriteError) {
        let failures = state.withLock { state in
            state.queue.insert(contentsOf: refusal.jobs, at: 0)
            state.failures += 1
            return state.failures
        }
        if failures == 1 {
            logger.error(
                "Storage degraded: writes fail, retrying",
                metadata: ["storage.error": "\(StorageErrorDescription.words(for: refusal.error))"])
        }
        giveUpAbandoned()
        let delay = Duration.milliseconds(min(5000, 100 << min(failures, 6)))
        let time = time
        // Connects to GRDB's queue: no one awaits this task; callers await their own write.
        Task {
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
        let abandoned = state.withLock { state -> [Job] in
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
