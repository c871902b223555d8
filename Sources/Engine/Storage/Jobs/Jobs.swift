package import ChatModel
package import Foundation
import GRDB

/// Scheduled jobs.
extension Store {
    /// The jobs that are due, earliest first.
    package func dueAppointments(at date: Date, limit: Int) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.due(at: date, limit: limit, in: $0) }
    }

    package func nextAppointment() async throws -> Date? {
        try await database.read { try ScheduledJobTable.nextDue(in: $0) }
    }

    /// The jobs of an author in the order of their due times.
    package func appointments(of author: String, limit: Int = 1000) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.all(of: author, limit: limit, in: $0) }
    }

    /// Appends due occurrences to the journal and advances their jobs in one commit. An occurrence is therefore in the journal
    /// exactly if its job has advanced.
    ///
    /// A job that was changed, paused or cancelled meanwhile is left as it is.
    package func advance(_ advances: [ScheduledJobAdvance]) async throws {
        guard !advances.isEmpty else { return }
        let appended = try await commits.commit { [self] database in
            var events: [SystemEvent] = []
            for advance in advances {
                let isThere = try ScheduledJobTable.advance(
                    advance.id, from: advance.due, to: advance.next, occurred: advance.occurrences.count,
                    skipped: advance.skipped, in: database)
                if isThere { events += advance.occurrences.map(SystemEvent.due) }
            }
            return try append(events.map { NewEntry(system: $0) }, to: database)
        }
        if appended > 0 { signalEntries() }
    }

    /// - Returns: whether a job with this id exists and was not paused.
    package func pauseAppointment(_ id: Int64) async throws -> Bool {
        let isThere = try await commits.commit { try ScheduledJobTable.pause(id, in: $0) }
        if isThere { jobSignal.signal() }
        return isThere
    }

    /// - Parameter due: the next occurrence.
    /// - Returns: whether a job with this id exists and was paused.
    package func resumeAppointment(_ id: Int64, due: Date) async throws -> Bool {
        let isThere = try await commits.commit { try ScheduledJobTable.resume(id, due: due, in: $0) }
        if isThere { jobSignal.signal() }
        return isThere
    }

    /// Cancels the jobs of a user and returns their number. Rules that scheduled them are notified, without the user.
    package func dismissAppointments(of user: UserID, at date: Date) async throws -> Int {
        let (count, told) = try await commits.commit { [self] database in
            let kept = try ScheduledJobTable.all(of: user, in: database)
            for one in kept { _ = try ScheduledJobTable.cancel(one.id, in: database) }
            let rules = kept.filter { !$0.author.hasPrefix("bot:") }.map { one in
                var one = one
                one.appointment.user = 0
                one.appointment.note = .null
                return one
            }
            return (kept.count, try append(rules.map { $0.dismissal(at: date) }, to: database))
        }
        if count > 0 { jobSignal.signal() }
        if told > 0 { signalEntries() }
        return count
    }

    /// Cancels a job and notifies its author in one commit.
    ///
    /// - Returns: whether a job with this id existed.
    package func dismissAppointment(_ id: Int64, at date: Date) async throws -> Bool {
        let isThere = try await commits.commit { [self] database in
            guard let kept = try ScheduledJobTable.appointment(id, in: database) else { return false }
            _ = try ScheduledJobTable.cancel(id, in: database)
            _ = try append([kept.dismissal(at: date)], to: database)
            return true
        }
        guard isThere else { return false }
        jobSignal.signal()
        signalEntries()
        return true
    }
}

extension StoredJob {
    fileprivate func dismissal(at date: Date) -> NewEntry {
        NewEntry(system: .due(.init(author: author, appointment, at: date, isDismissed: true)))
    }
}

/// The advance of a job from one due time to the next.
package struct ScheduledJobAdvance: Sendable, Hashable {
    package var id: Int64
    /// The due time from which the job advances.
    package var due: Date
    /// The occurrences reported to the author: none, one, or one for each occurrence.
    package var occurrences: [SystemEvent.Occurrence]
    package var skipped: Int
    /// The next due time; nil deletes the job.
    package var next: Date?

    package init(id: Int64, due: Date, occurrences: [SystemEvent.Occurrence], skipped: Int, next: Date?) {
        self.id = id
        self.due = due
        self.occurrences = occurrences
        self.skipped = skipped
        self.next = next
    }
}

extension JournalReader {
    /// The jobs of one author or of all authors, in the order of their due times; paused jobs last.
    package func appointments(of author: String?, limit: Int) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.all(of: author, limit: limit, in: $0) }
    }

    package func appointment(_ id: Int64) async throws -> StoredJob? {
        try await database.read { try ScheduledJobTable.appointment(id, in: $0) }
    }
}
