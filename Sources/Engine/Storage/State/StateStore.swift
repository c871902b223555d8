package import ChatModel
import GRDB
import Synchronization

/// State and decisions of rules.
extension Store {
    /// Adds a decision, which becomes durable before any later one. Returns at once.
    package func add(_ decision: PendingDecision) { decisions.add(decision) }

    /// The rule state, the decisions that wait for their turns, and the last ticket.
    package func ruleState() async throws -> (stateRecords: [RuleStateRow], open: [UncommittedDecision], lastTicket: Int64) {
        try await database.read { database in
            let open = try DecisionTable.all(in: database)
            let last = max(try TurnTable.lastTicket(in: database), open.last?.ticket ?? 0)
            return (try RuleStateTable.all(in: database), open, last)
        }
    }

    /// Queues a directory observation, which becomes durable before the decision that used it. Returns its id.
    package func recordObservation(_ text: String) -> Int64 {
        let number = lastSighting.withLock { last in
            last += 1
            return last
        }
        commits.queue { try DirectoryObservationTable.insert(text, as: number, into: $0) }
        return number
    }

    /// Records a start of the application. Returns the entries from which rule state is rebuilt: those that rules have decided, in
    /// order, received within `length` before the last entry.
    ///
    /// - Parameter most: the maximum number of entries.
    package func begin(
        as me: UserID, edition version: String, after ticket: Int64, reliving length: Duration, most: Int
    ) async throws -> [Entry] {
        let now = time.now
        let milliseconds = Int64(length / .milliseconds(1))
        let start = try await commits.commit { database in
            try DecisionTicketTable.pruneResolved(after: ticket, in: database)
            let start = ProcessStart(
                firstTicket: ticket + 1, at: now, me: me, version: version,
                relivedAfter: try JournalTable.floor(milliseconds: milliseconds, most: most, in: database),
                relivedThrough: try JournalTable.lastSequence(in: database))
            try ProcessStartTable.note(start, in: database)
            return start
        }
        return try await database.read { try start.relived(in: $0) }
    }

    /// Records the revision of the rules that decides from now on.
    ///
    /// - Parameter standing: the jobs that the revision declares.
    package func note(edition version: String, files: String, standing: [ConfiguredJob] = []) async throws {
        let now = time.now
        let hasAligned = try await commits.commit { database in
            try RuleRevisionTable.note(version, files: files, at: now, in: database)
            return try ScheduledJobTable.align(standing, at: now, in: database)
        }
        if hasAligned { jobSignal.signal() }
    }
}
