import GRDB

/// The write-ahead log of a database.
extension Database {
    /// Copies the log into the database file and truncates it.
    ///
    /// - Parameter milliseconds: The time to wait for readers of older snapshots. Other writes are queued meanwhile.
    /// - Returns: False if a reader still uses the log. The call can be repeated.
    func truncateLog(waiting milliseconds: Int = 0) throws -> Bool {
        try execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
        defer { try? execute(sql: "PRAGMA busy_timeout = 5000") }
        return try Int.fetchOne(self, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
}

extension DatabaseWriter {
    /// Truncates the write-ahead log and closes the connections.
    ///
    /// SQLite removes a log only with the last connection, if that may write. A pool closes its readers last, and another process
    /// may read: without the truncation the log would keep its size.
    func closeWithoutLog() throws {
        do {
            _ = try writeWithoutTransaction { try $0.truncateLog(waiting: 250) }
        } catch {
            // The log keeps its commits, and the next start reads them.
        }
        try close()
    }
}
