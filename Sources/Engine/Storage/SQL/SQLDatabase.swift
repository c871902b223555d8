/// The database of a store: one connection that writes, and several that read.
package protocol SQLDatabase: Sendable {
    var reader: any SQLReader { get }
    /// The reader of decisions. It is theirs alone, so that they wait for no other query.
    var decisionReader: any SQLReader { get }
    var writer: any SQLWriter { get }
    /// The right of this process to run the bot.
    var lease: any StoreLease { get }

    /// The files of the store for all its processes; nil if there is one process.
    var sharedBlobs: (any SharedBlobs)? { get }

    /// The current value of a query, followed by its value after each commit that changes it.
    func values<Value: Sendable & Equatable>(
        of query: @escaping @Sendable (any SQLSession) throws -> Value
    ) -> StoreSubscription<Value>

    /// Removes what was deleted from the files of the database. Returns false if a reader prevents it; the call can be repeated.
    func removeDeletedContent() async throws -> Bool

    /// Closes all connections.
    func close() throws
}

/// The reading side of a store's database.
package protocol SQLReader: Sendable {
    /// Passes a session on that sees the database as it is at one moment.
    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T
    /// Reads without suspending, for decisions, whose queries take microseconds.
    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T
}

/// The writing side of a store's database.
package protocol SQLWriter: Sendable {
    /// Passes the session that writes on. Called on one thread at a time.
    func withSession(_ body: (any SQLWriterSession) -> Void)
    /// Does what the database needs from time to time. Called between two transactions.
    func maintain(_ session: any SQLWriterSession)
}

/// The session of a writer, which begins and ends transactions.
package protocol SQLWriterSession: SQLSession {
    func begin() throws
    /// Makes the transaction durable.
    ///
    /// - Throws: An `SQLError` that `leavesCommitOpen` if the transaction may be durable; `didCommit` tells.
    func commit() throws
    /// Returns whether the transaction is durable whose commit failed with an error that `leavesCommitOpen`. Until this is known, no other
    /// one begins.
    ///
    /// - Throws: The error for which it cannot be told yet.
    func didCommit() throws -> Bool
    /// Ends a transaction that has failed, also one that its error has already ended.
    func rollBack()
}

/// An error of a database system.
package protocol SQLError: Error {
    /// A Boolean value that indicates whether the same transaction may succeed later: the disk is full or missing, or the server is.
    var isTemporary: Bool { get }
    /// A Boolean value that indicates whether a commit that failed with it may have taken effect: the answer of a server was lost.
    var leavesCommitOpen: Bool { get }
}
