import ChatModel

/// A participant in every transaction, for data that must be durable together with the jobs' writes.
protocol CommitParticipant: Sendable {
    /// Called when a transaction begins. Changes of an earlier failed transaction are discarded.
    func transactionDidBegin()
    /// Called after all jobs of the transaction have run.
    func transactionWillCommit(_ transaction: Transaction) throws
    /// Called once the transaction is durable.
    func transactionDidCommit()
    /// Called when a job that has decided entries is given up. What it decided must never become durable.
    func jobDidFail(_ decisions: JobDecisions)
}

/// The transactions of a group commit: one for a batch, or one for each job after one of them has failed.
struct CommitTransactions: Sendable {
    /// The jobs that the disk did not accept, in order.
    struct WriteError {
        let jobs: [CommitJob]
        let error: any Error
    }

    let participant: (any CommitParticipant)?
    let statistics: StoreStatistics
    let time: any TimeSource
    /// Called after each transaction that the disk accepted.
    let succeeded: @Sendable () -> Void

    /// Performs the jobs of a batch in order.
    ///
    /// - Parameter finish: Called for each job that was accepted or has failed by itself, in order.
    /// - Returns: The jobs to retry, if the disk did not accept them.
    func perform(_ batch: [CommitJob], on session: any SQLWriterSession, finish: (CommitJob, (any Error)?) -> Void) -> WriteError?
    {
        do {
            try transaction(batch, on: session)
        } catch  where Self.isTemporary(error) {
            return WriteError(jobs: batch, error: error)
        } catch {
            return performEach(batch, on: session, finish: finish)
        }
        for job in batch { finish(job, nil) }
        return nil
    }

    /// Performs each job in a transaction of its own, after one of them failed the batch.
    private func performEach(
        _ batch: [CommitJob], on session: any SQLWriterSession, finish: (CommitJob, (any Error)?) -> Void
    ) -> WriteError? {
        for (index, job) in batch.enumerated() {
            do {
                try transaction([job], on: session)
                finish(job, nil)
            } catch  where Self.isTemporary(error) {
                return WriteError(jobs: Array(batch[index...]), error: error)
            } catch {
                if job.decisions.hasTurns { participant?.jobDidFail(job.decisions) }
                finish(job, error)
            }
        }
        return nil
    }

    private func transaction(_ batch: [CommitJob], on session: any SQLWriterSession) throws {
        let transaction = Transaction(session)
        let (begunAt, begun) = (time.now, time.uptime)
        try session.begin()
        do {
            participant?.transactionDidBegin()
            for job in batch {
                transaction.begin(job.decisions)
                try job.run(transaction)
            }
            try participant?.transactionWillCommit(transaction)
            try session.commit()
        } catch {
            session.rollBack()
            throw error
        }
        participant?.transactionDidCommit()
        statistics.add(transaction.counts, begun: begunAt, commitTime: time.uptime - begun)
        transaction.committed()
        succeeded()
    }

    private static func isTemporary(_ error: any Error) -> Bool { (error as? any SQLError)?.isTemporary ?? false }
}
