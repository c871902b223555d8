extension JournalReader {
    /// The jobs of one author or of all authors, in the order of their due times; paused jobs last.
    package func jobs(of author: String?, limit: Int) async throws -> [StoredJob] {
        try await database.read { try ScheduledJobTable.all(of: author, limit: limit, in: $0) }
    }

    package func job(_ id: Int64) async throws -> StoredJob? {
        try await database.read { try ScheduledJobTable.job(id, in: $0) }
    }
}
