import GRDB
package import MezonModel
import Synchronization

/// What rules remember.
extension Store {
    /// Takes a decision, to be durable before any later one is. Returns at once.
    package func decided(_ decision: PendingDecision) { decisions.add(decision) }

    /// What is remembered, the decisions that still wait for their turns, and the last ticket of all.
    package func remembered() async throws -> (memos: [RuleStateRow], open: [UncommittedDecision], lastTicket: Int64) {
        try await database.read { database in
            let open = try DecisionTable.all(in: database)
            let last = max(try TurnTable.lastTicket(in: database), open.last?.ticket ?? 0)
            return (try RuleStateTable.all(in: database), open, last)
        }
    }

    /// Queues something that a decision saw, to be durable before the decision is; returns its number.
    package func keep(sighting text: String) -> Int64 {
        let number = lastSighting.withLock { last in
            last += 1
            return last
        }
        commits.queue { try DirectoryObservationTable.insert(text, as: number, into: $0) }
        return number
    }

    /// Notes a start of the house, and returns what is to be relived of the journal: all that rules decided about, in their order,
    /// that was received at most so long before the last entry.
    ///
    /// - Parameter most: entries, however many there are.
    package func begin(
        as me: UserID, edition version: String, after ticket: Int64, reliving length: Duration, most: Int
    ) async throws -> [Entry] {
        let now = time.now
        let milliseconds = Int64(length / .milliseconds(1))
        let start = try await commits.commit { database in
            try DecisionTicketTable.settle(after: ticket, in: database)
            let start = ProcessStart(
                firstTicket: ticket + 1, at: now, me: me, version: version,
                relivedAfter: try JournalTable.floor(milliseconds: milliseconds, most: most, in: database),
                relivedThrough: try JournalTable.lastSequence(in: database))
            try ProcessStartTable.note(start, in: database)
            return start
        }
        return try await database.read { try start.relived(in: $0) }
    }

    /// Notes the edition of the rules that decides from now on.
    ///
    /// - Parameter standing: what it asks to be kept in mind.
    package func note(edition version: String, files: String, standing: [ConfiguredJob] = []) async throws {
        let now = time.now
        let hasAligned = try await commits.commit { database in
            try RuleRevisionTable.note(version, files: files, at: now, in: database)
            return try ScheduledJobTable.align(standing, at: now, in: database)
        }
        if hasAligned { appointmentBell.ring() }
    }
}
