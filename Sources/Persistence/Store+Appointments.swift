package import Foundation
import GRDB
package import MezonModel

/// What is to come.
extension Store {
    /// Those whose moment has come, the earliest first.
    package func dueAppointments(at date: Date, limit: Int) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.due(at: date, limit: limit, in: $0) }
    }

    package func nextAppointment() async throws -> Date? {
        try await database.read { try ScheduledJobTable.nextDue(in: $0) }
    }

    /// Those of an author, the next one first.
    package func appointments(of author: String, limit: Int = 1000) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.all(of: author, limit: limit, in: $0) }
    }

    /// Appends what is due to the journal, and moves the appointments on, all at once: an occurrence is in the journal exactly where
    /// its appointment has gone on.
    ///
    /// One that was changed, paused or dismissed meanwhile is left as it is.
    package func occur(_ advances: [ScheduledJobAdvance]) async throws {
        guard !advances.isEmpty else { return }
        let appended = try await commits.commit { [self] database in
            var events: [SystemEvent] = []
            for advance in advances {
                let isThere = try ScheduledJobTable.advance(
                    advance.id, from: advance.due, to: advance.next, occurred: advance.occurrences.count,
                    skipped: advance.skipped, in: database)
                if isThere { events += advance.occurrences.map(SystemEvent.due) }
            }
            return try append(events.map { NewEntry(house: $0) }, to: database)
        }
        if appended > 0 { ringForEntries() }
    }

    /// - Returns: whether there is one of this number that was not paused.
    package func pauseAppointment(_ id: Int64) async throws -> Bool {
        let isThere = try await commits.commit { try ScheduledJobTable.pause(id, in: $0) }
        if isThere { appointmentBell.ring() }
        return isThere
    }

    /// - Parameter due: when it comes next.
    /// - Returns: whether there is one of this number that was paused.
    package func resumeAppointment(_ id: Int64, due: Date) async throws -> Bool {
        let isThere = try await commits.commit { try ScheduledJobTable.resume(id, due: due, in: $0) }
        if isThere { appointmentBell.ring() }
        return isThere
    }

    /// Forgets what is to come for a person; returns how many that were. Rules that have begun something are told, and not whose it was.
    package func dismissAppointments(of user: UserID, at date: Date) async throws -> Int {
        let (count, told) = try await commits.commit { [self] database in
            let kept = try ScheduledJobTable.all(of: user, in: database)
            for one in kept { _ = try ScheduledJobTable.dismiss(one.id, in: database) }
            let rules = kept.filter { !$0.author.hasPrefix("bot:") }.map { one in
                var one = one
                one.appointment.user = 0
                one.appointment.note = .null
                return one
            }
            return (kept.count, try append(rules.map { $0.dismissal(at: date) }, to: database))
        }
        if count > 0 { appointmentBell.ring() }
        if told > 0 { ringForEntries() }
        return count
    }

    /// Forgets one that its author keeps in mind, and tells its author, in one commit.
    ///
    /// - Returns: whether there was one of this number.
    package func dismissAppointment(_ id: Int64, at date: Date) async throws -> Bool {
        let isThere = try await commits.commit { [self] database in
            guard let kept = try ScheduledJobTable.appointment(id, in: database) else { return false }
            _ = try ScheduledJobTable.dismiss(id, in: database)
            _ = try append([kept.dismissal(at: date)], to: database)
            return true
        }
        guard isThere else { return false }
        appointmentBell.ring()
        ringForEntries()
        return true
    }
}

extension StoredJob {
    fileprivate func dismissal(at date: Date) -> NewEntry {
        NewEntry(house: .due(.init(author: author, appointment, at: date, isDismissed: true)))
    }
}

/// An appointment that moves on from a moment.
package struct ScheduledJobAdvance: Sendable, Hashable {
    package var id: Int64
    /// The moment at which it stood.
    package var due: Date
    /// What its author is told: nothing, once, or once for each moment that came.
    package var occurrences: [SystemEvent.Occurrence]
    package var skipped: Int
    /// Where it stands next; nil ends it.
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
    /// Those of an author, or everybody's, the next one first; those that are paused last.
    package func appointments(of author: String?, limit: Int) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.all(of: author, limit: limit, in: $0) }
    }

    package func appointment(_ id: Int64) async throws -> StoredJob? {
        try await database.read { try ScheduledJobTable.appointment(id, in: $0) }
    }
}
