import ChatModel
import Foundation
import GRDB

/// A database of SQLite in a file.
struct SQLiteDatabase: SQLDatabase {
    let pool: DatabasePool
    let decisions: DatabaseQueue
    let writer: any SQLWriter
    let reader: any SQLReader
    let decisionReader: any SQLReader

    /// - Parameters:
    ///   - decisions: A connection of its own for the reads of decisions.
    ///   - failures: Receives the reads that are repeated.
    init(_ pool: DatabasePool, decisions: DatabaseQueue, time: any TimeSource, failures: ReadFailures? = nil) {
        self.pool = pool
        self.decisions = decisions
        reader = RepeatingReader(SQLiteReader(pool), time: time, failures: failures)
        decisionReader = RepeatingReader(SQLiteDecisionReader(database: decisions), time: time, failures: failures)
        writer = SQLiteWriter(pool, maxLogBytes: WriteAheadLogLimit.bytesKept / 2)
    }

    var lease: any StoreLease { PermanentLease() }
    var sharedBlobs: (any SharedBlobs)? { nil }

    func values<Value: Sendable & Equatable>(
        of query: @escaping @Sendable (any SQLSession) throws -> Value
    ) -> StoreSubscription<Value> {
        StoreSubscription(query, in: pool)
    }

    func removeDeletedContent() async throws -> Bool {
        try await pool.writeWithoutTransaction { try $0.truncateLog() }
    }

    func close() throws {
        let result = Result { try decisions.close() }
        try pool.closeWithoutLog()
        try result.get()
    }
}

/// The readers of a database of SQLite.
struct SQLiteReader: SQLReader {
    let database: any DatabaseReader

    init(_ database: any DatabaseReader) { self.database = database }

    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await database.read { try query(SQLiteSession($0)) }
    }

    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T {
        try database.read { try query(SQLiteSession($0)) }
    }
}

/// A reader of single statements, which need no transaction.
private struct SQLiteDecisionReader: SQLReader {
    let database: DatabaseQueue

    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T { try readNow(query) }

    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T {
        try database.unsafeRead { try query(SQLiteSession($0)) }
    }
}

/// The writer of a database of SQLite.
struct SQLiteWriter: SQLWriter {
    private let database: any DatabaseWriter
    private let logLimit: WriteAheadLogLimit

    /// - Parameter maxLogBytes: The size above which the write-ahead log is truncated.
    init(_ database: any DatabaseWriter, maxLogBytes: Int) {
        self.database = database
        logLimit = WriteAheadLogLimit(of: database.path, bytes: maxLogBytes)
    }

    func withSession(_ body: (any SQLWriterSession) -> Void) {
        database.writeWithoutTransaction { body(SQLiteSession($0)) }
    }

    func maintain(_ session: any SQLWriterSession) {
        if let session = session as? SQLiteSession { logLimit.enforce(on: session.database) }
    }
}

extension DatabaseError: SQLError {
    /// A full disk, a file-size limit, a missing or failing disk, or a file that became read-only.
    package var isTemporary: Bool {
        [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_BUSY].contains(resultCode)
    }

    /// False: nothing comes between a database in the process and its answer.
    package var leavesCommitOpen: Bool { false }
}
