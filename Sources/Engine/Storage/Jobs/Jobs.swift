package import AsyncSupport
package import ChatModel
package import Foundation

/// Scheduled jobs.
package final class Jobs: Sendable {
    /// Signals scheduled, changed or cancelled jobs.
    package let signal = AsyncSignal()

    private let database: StoreDatabase
    private let journal: Journal

    init(_ database: StoreDatabase, journal: Journal) {
        self.database = database
        self.journal = journal
    }

    /// The jobs that are due, earliest first.
    package func due(at date: Date, limit: Int) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.due(at: date, limit: limit, in: $0) }
    }

    /// The earliest due time; nil if no job waits.
    package func nextDue() async throws -> Date? {
        try await database.read { try ScheduledJobTable.nextDue(in: $0) }
    }

    /// The jobs of an author in the order of their due times.
    package func all(of author: String, limit: Int = 1000) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.all(of: author, limit: limit, in: $0) }
    }

    /// Schedules or cancels a job for a turn.
    func apply(_ change: ScheduledJobChange, cause: Int64, at now: Date, in transaction: Transaction) throws {
        try ScheduledJobTable.apply(change, cause: cause, at: now, in: transaction.database)
        transaction.signal(signal)
    }

    /// Replaces the jobs that the configuration declares.
    func align(_ configured: [ConfiguredJob], at now: Date, in transaction: Transaction) throws {
        if try ScheduledJobTable.align(configured, at: now, in: transaction.database) { transaction.signal(signal) }
    }

    /// Appends due occurrences to the journal and advances their jobs in one commit. An occurrence is therefore in the journal
    /// exactly if its job has advanced.
    ///
    /// A job that was changed, paused or cancelled meanwhile is left as it is.
    package func advance(_ advances: [ScheduledJobAdvance]) async throws {
        guard !advances.isEmpty else { return }
        try await database.commit { [self] transaction in
            var events: [SystemEvent] = []
            for advance in advances {
                let hasAdvanced = try ScheduledJobTable.advance(
                    advance.id, from: advance.due, to: advance.next, occurred: advance.occurrences.count,
                    skipped: advance.skipped, in: transaction.database)
                if hasAdvanced { events += advance.occurrences.map(SystemEvent.due) }
            }
            try journal.append(events.map { NewEntry(system: $0) }, in: transaction)
        }
    }

    /// - Returns: Whether a job with this id exists and was not paused.
    package func pause(_ id: Int64, by event: SystemEvent? = nil) async throws -> Bool {
        try await database.commit { [signal, journal] transaction in
            guard try ScheduledJobTable.pause(id, in: transaction.database) else { return false }
            if let event { try journal.append([NewEntry(system: event)], in: transaction) }
            transaction.signal(signal)
            return true
        }
    }

    /// - Parameters:
    ///   - due: The next occurrence.
    ///   - event: The event that records who asked.
    /// - Returns: Whether a job with this id exists and was paused.
    package func resume(_ id: Int64, due: Date, by event: SystemEvent) async throws -> Bool {
        try await database.commit { [signal, journal] transaction in
            guard try ScheduledJobTable.resume(id, due: due, in: transaction.database) else { return false }
            try journal.append([NewEntry(system: event)], in: transaction)
            transaction.signal(signal)
            return true
        }
    }

    /// Cancels the jobs of a user and returns their number. Rules that scheduled them are notified, without the user.
    package func cancelAll(of user: UserID, at date: Date) async throws -> Int {
        try await database.commit { [self] transaction in
            let jobs = try ScheduledJobTable.all(of: user, in: transaction.database)
            for job in jobs { _ = try ScheduledJobTable.cancel(job.id, in: transaction.database) }
            let ofRules = jobs.filter { !$0.author.hasPrefix("bot:") }.map { job in
                var stored = job
                stored.job.user = 0
                stored.job.note = .null
                return stored
            }
            try journal.append(ofRules.map { $0.cancellation(at: date) }, in: transaction)
            if !jobs.isEmpty { transaction.signal(signal) }
            return jobs.count
        }
    }

    /// Cancels a job and notifies its author in one commit.
    ///
    /// - Returns: Whether a job with this id existed.
    package func cancel(_ id: Int64, by name: String, at date: Date) async throws -> Bool {
        try await database.commit { [self] transaction in
            guard let job = try ScheduledJobTable.job(id, in: transaction.database) else { return false }
            _ = try ScheduledJobTable.cancel(id, in: transaction.database)
            try journal.append([job.cancellation(by: name, at: date)], in: transaction)
            transaction.signal(signal)
            return true
        }
    }
}

extension StoredJob {
    fileprivate func cancellation(by name: String? = nil, at date: Date) -> NewEntry {
        NewEntry(system: .due(.init(author: author, job, at: date, isDismissed: true, by: name)))
    }
}
