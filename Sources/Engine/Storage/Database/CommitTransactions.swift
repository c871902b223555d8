import ChatModel

/// A participant in every transaction, for data that must be durable together with the rows of the writes.
protocol CommitParticipant: Sendable {
    /// Called when a transaction begins. Changes of an earlier failed transaction are discarded.
    func transactionDidBegin()
    /// Called after all writes of the transaction have run.
    func transactionWillCommit(_ transaction: Transaction) throws
    /// Called once the transaction is durable.
    func transactionDidCommit()
    /// Called when a write that has decided entries is given up. What it decided must never become durable.
    func writeDidFail(_ decisions: WriteDecisions)
}

/// The transactions of a group commit: one for a batch, or one for each write after one of them has failed.
struct CommitTransactions: Sendable {
    /// The writes that the disk did not accept, in order.
    struct WriteError {
        let writes: [QueuedWrite]
        let error: any Error
        /// The transaction of the first writes, if it may be durable.
        var open: OpenCommit?
    }

    /// A transaction of which it is not known whether it is durable.
    struct OpenCommit: @unchecked Sendable {  // Used on the writer's thread only.
        /// The number of its writes.
        var writes: Int
        /// The completion to run if it is.
        var succeeded: () -> Void
    }

    let participant: (any CommitParticipant)?
    let statistics: StoreStatistics
    let time: any TimeSource
    /// Called after each transaction that the disk accepted.
    let succeeded: @Sendable () -> Void

    /// Performs the writes of a batch in order.
    ///
    /// - Parameter finish: Called for each write that was accepted or has failed by itself, in order.
    /// - Returns: The writes to retry, if the disk did not accept them.
    func perform(_ batch: [QueuedWrite], on session: any SQLWriterSession, finish: (QueuedWrite, (any Error)?) -> Void)
        -> WriteError?
    {
        do {
            try transaction(batch, on: session)
        } catch let open as OpenCommitError {
            return WriteError(writes: batch, error: open.error, open: OpenCommit(writes: batch.count, succeeded: open.succeeded))
        } catch  where Self.isTemporary(error) {
            return WriteError(writes: batch, error: error)
        } catch {
            return performEach(batch, on: session, finish: finish)
        }
        for write in batch { finish(write, nil) }
        return nil
    }

    /// Performs each write in a transaction of its own, after one of them failed the batch.
    private func performEach(
        _ batch: [QueuedWrite], on session: any SQLWriterSession, finish: (QueuedWrite, (any Error)?) -> Void
    ) -> WriteError? {
        for (index, write) in batch.enumerated() {
            do {
                try transaction([write], on: session)
                finish(write, nil)
            } catch let open as OpenCommitError {
                return WriteError(
                    writes: Array(batch[index...]), error: open.error, open: OpenCommit(writes: 1, succeeded: open.succeeded))
            } catch  where Self.isTemporary(error) {
                return WriteError(writes: Array(batch[index...]), error: error)
            } catch {
                if write.decisions.hasTurns { participant?.writeDidFail(write.decisions) }
                finish(write, error)
            }
        }
        return nil
    }

    private func transaction(_ batch: [QueuedWrite], on session: any SQLWriterSession) throws {
        let transaction = Transaction(session)
        let (begunAt, begun) = (time.now, time.uptime)
        try session.begin()
        do {
            participant?.transactionDidBegin()
            for write in batch {
                transaction.begin(write.decisions)
                try write.run(transaction)
            }
            try participant?.transactionWillCommit(transaction)
        } catch {
            session.rollBack()
            throw error
        }
        let durable = {
            participant?.transactionDidCommit()
            statistics.add(transaction.counts, begun: begunAt, commitTime: time.uptime - begun)
            transaction.committed()
            succeeded()
        }
        do {
            try session.commit()
        } catch let error as any SQLError where error.leavesCommitOpen {
            throw OpenCommitError(error: error, succeeded: durable)
        } catch {
            session.rollBack()
            throw error
        }
        durable()
    }

    private struct OpenCommitError: Error, @unchecked Sendable {  // Caught by the function that called its thrower.
        let error: any Error
        let succeeded: () -> Void
    }

    private static func isTemporary(_ error: any Error) -> Bool { (error as? any SQLError)?.isTemporary ?? false }
}
