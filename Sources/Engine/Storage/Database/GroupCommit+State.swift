extension GroupCommit {
    /// The queue, and what its two threads are doing.
    struct State {
        var queue: CommitQueue
        var lastID = 0
        /// The writes whose callers were cancelled.
        var abandoned: Set<Int> = []
        var isDraining = false
        /// A Boolean value that indicates whether the queue is to be committed now.
        var hasUrgent = false
        /// A Boolean value that indicates whether all queued writes are to be committed, also the lazy ones of further batches.
        var isFlushing = false
        /// A Boolean value that indicates whether a flush of lazy writes is scheduled.
        var isFlushScheduled = false
        /// The write that a thread is preparing.
        var preparing: Int?
        /// A Boolean value that indicates whether the writer waits for that.
        var isWriterWaiting = false
        /// The transaction of the first waiting writes, if it may be durable.
        var open: CommitTransactions.OpenCommit?
        var isClosed = false
        var failures = 0
        /// The words for the error of the last failure.
        var failure = ""
        /// The uptime since which the writer has been busy with one step; nil while it waits for work.
        var busySince: Duration?

        /// Returns whether a flush is to be scheduled for the queued lazy writes.
        mutating func needsFlush() -> Bool {
            guard !queue.waiting.isEmpty, !isFlushScheduled else { return false }
            isFlushScheduled = true
            return true
        }

        /// Takes the next write to prepare, with the sequence after which its entries begin; nil if there is none or one is under way.
        mutating func beginPreparing() -> (write: QueuedWrite, after: Int64)? {
            guard isDraining, failures == 0, preparing == nil, let next = queue.nextToPrepare() else { return nil }
            preparing = next.write.id
            return next
        }

        /// Returns what the writer's thread does next.
        ///
        /// - Parameter sequence: The newest sequence.
        mutating func step(after sequence: Int64) -> Step {
            guard hasUrgent, !queue.waiting.isEmpty else {
                (isDraining, hasUrgent, isFlushing) = (false, false, false)
                return .stop(needsFlush: needsFlush())
            }
            switch queue.next(after: sequence, maxWrites: GroupCommit.maxWrites, maxEntries: GroupCommit.maxEntries) {
            case .prepare(let write, let sequence):
                guard preparing == nil else {
                    isWriterWaiting = true
                    return .waitForPreparation
                }
                preparing = write.id
                return .prepare(write, after: sequence)
            case .perform(let batch):
                hasUrgent = isFlushing || !queue.waiting.allSatisfy(\.isLazy)
                return .perform(batch, othersToPrepare: preparing == nil && queue.nextToPrepare() != nil)
            }
        }
    }

    /// The next step of the writer's thread.
    enum Step {
        case perform([QueuedWrite], othersToPrepare: Bool)
        case prepare(QueuedWrite, after: Int64)
        case waitForPreparation
        case stop(needsFlush: Bool)
    }
}
