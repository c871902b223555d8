package import ChatModel
import GRDB
import Synchronization

/// Changes while the application runs: rule revisions and state with deadlines.
extension Store {
    /// Stores a revision of the rules and appends the event that activates it.
    ///
    /// The event's sequence is the boundary. `inForce` receives it before any later entry can be read. It may be called again if
    /// the commit is retried; the last boundary is valid.
    ///
    /// - Parameter standing: the jobs that the revision declares.
    /// - Returns: the boundary.
    package func change(
        to version: String, files: String, standing: [ConfiguredJob], by event: SystemEvent,
        inForce: @escaping @Sendable (Int64) -> Void
    ) async throws -> Int64 {
        let incoming = NewEntry(system: event)
        let (boundary, hasAligned) = try await commits.commit { [self] database in
            try RuleRevisionTable.note(version, files: files, at: incoming.receivedAt, in: database)
            let hasAligned = try ScheduledJobTable.align(standing, at: incoming.receivedAt, in: database)
            _ = try append([incoming], to: database)
            let boundary = sequence.withLock { $0 }
            inForce(boundary)
            return (boundary, hasAligned)
        }
        if hasAligned { jobSignal.signal() }
        signalEntries()
        return boundary
    }

    /// A reader that uses the application's own connections.
    package var reader: JournalReader { JournalReader(database: database, blobs: blobs) }

    /// The backlog of entries after a sequence that wait for their turn.
    package func waitingEntries(after sequence: Int64) async throws -> Backlog {
        try await database.read { try JournalTable.withoutTurn(after: sequence, in: $0) }
    }

    /// The enforced rule state of a kind.
    package func stateRecords(ofKind kind: String) async throws -> [RuleStateRow] {
        try await database.read { try RuleStateTable.stateRecords(ofKind: kind, in: $0) }
    }
}
