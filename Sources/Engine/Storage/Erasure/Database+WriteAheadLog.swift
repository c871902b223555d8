import GRDB

/// The write-ahead log of a database.
extension Database {
    /// Truncates the log without waiting for readers, because other writes are queued.
    func truncateLog() throws -> Bool {
        try execute(sql: "PRAGMA busy_timeout = 0")
        defer { try? execute(sql: "PRAGMA busy_timeout = 5000") }
        return try Int.fetchOne(self, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
}
