import ChatModel
import GRDB

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
    func perform(_ batch: [CommitJob], on database: Database, finish: (CommitJob, (any Error)?) -> Void) -> WriteError? {
        do {
            try transaction(batch, on: database)
        } catch  where Self.isDegradation(error) {
            return WriteError(jobs: batch, error: error)
        } catch {
            return performEach(batch, on: database, finish: finish)
        }
        for job in batch { finish(job, nil) }
        return nil
    }

    /// Performs each job in a transaction of its own, after one of them failed the batch.
    private func performEach(
        _ batch: [CommitJob], on database: Database, finish: (CommitJob, (any Error)?) -> Void
    ) -> WriteError? {
        for (index, job) in batch.enumerated() {
            do {
                try transaction([job], on: database)
                finish(job, nil)
            } catch  where Self.isDegradation(error) {
                return WriteError(jobs: Array(batch[index...]), error: error)
            } catch {
                if job.decisions.hasTurns { participant?.jobDidFail(job.decisions) }
                finish(job, error)
            }
        }
        return nil
    }

    private func transaction(_ batch: [CommitJob], on database: Database) throws {
        let transaction = Transaction(database)
        let (begunAt, begun) = (time.now, time.uptime)
        // Equals `inTransaction(.immediate)`, but prepares its statements once.
        try database.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
        do {
            participant?.transactionDidBegin()
            for job in batch {
                transaction.begin(job.decisions)
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
        statistics.add(transaction.counts, begun: begunAt, commitTime: time.uptime - begun)
        transaction.committed()
        succeeded()
    }

    /// Returns whether the error is a full disk, a file-size limit, a missing or failing disk, or a file that became read-only.
    private static func isDegradation(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_BUSY]
            .contains(error.resultCode)
    }
}
