package import ChatModel

/// The revisions of the rules.
package struct RuleRevisions: Sendable {
    let database: StoreDatabase
    let journal: Journal
    let jobs: Jobs

    /// Records the revision of the rules that decides from now on.
    ///
    /// - Parameter configured: The jobs that the revision declares.
    package func record(_ version: String, files: String, jobs configured: [ConfiguredJob] = []) async throws {
        let now = database.time.now
        try await database.commit { [jobs] transaction in
            try RuleRevisionTable.note(version, files: files, at: now, in: transaction.database)
            try jobs.align(configured, at: now, in: transaction)
        }
    }

    /// Stores a revision of the rules and appends the event that activates it.
    ///
    /// The event's sequence is the boundary. `inForce` receives it before any later entry can be read. It may be called again if
    /// the commit is retried; the last boundary is valid.
    ///
    /// - Parameter configured: The jobs that the revision declares.
    /// - Returns: The boundary.
    package func change(
        to version: String, files: String, jobs configured: [ConfiguredJob], by event: SystemEvent,
        inForce: @escaping @Sendable (Int64) -> Void
    ) async throws -> Int64 {
        try await database.commit { [journal, jobs] transaction in
            try RuleRevisionTable.note(version, files: files, at: event.at, in: transaction.database)
            try jobs.align(configured, at: event.at, in: transaction)
            let boundary = try journal.append(event, in: transaction)
            inForce(boundary)
            return boundary
        }
    }
}
