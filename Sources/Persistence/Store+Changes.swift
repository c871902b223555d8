import GRDB
package import MezonModel
import Synchronization

/// What changes while the house runs: editions of the rules, and what has an end.
extension Store {
    /// Notes an edition of the rules and appends the event that puts it in force.
    ///
    /// The event's sequence is the boundary: `inForce` hears of it before anybody can read a later entry, and not of a boundary that
    /// came to nothing. Told again, the last boundary counts.
    ///
    /// - Parameter standing: what the edition asks to be kept in mind.
    /// - Returns: the boundary.
    package func change(
        to version: String, files: String, standing: [ConfiguredJob], by event: SystemEvent,
        inForce: @escaping @Sendable (Int64) -> Void
    ) async throws -> Int64 {
        let incoming = NewEntry(house: event)
        let (boundary, hasAligned) = try await commits.commit { [self] database in
            try RuleRevisionTable.note(version, files: files, at: incoming.receivedAt, in: database)
            let hasAligned = try ScheduledJobTable.align(standing, at: incoming.receivedAt, in: database)
            _ = try append([incoming], to: database)
            let boundary = sequence.withLock { $0 }
            inForce(boundary)
            return (boundary, hasAligned)
        }
        if hasAligned { appointmentBell.ring() }
        ringForEntries()
        return boundary
    }

    /// What a command beside the house would see, through the house's own connections.
    package var reader: JournalReader { JournalReader(database: database, blobs: blobs) }

    /// The entries past one that wait for their turn.
    package func waitingEntries(after sequence: Int64) async throws -> Backlog {
        try await database.read { try JournalTable.withoutTurn(after: sequence, in: $0) }
    }

    /// What rules remember of a kind in the real world.
    package func memos(ofKind kind: String) async throws -> [RuleStateRow] {
        try await database.read { try RuleStateTable.memos(ofKind: kind, in: $0) }
    }
}
