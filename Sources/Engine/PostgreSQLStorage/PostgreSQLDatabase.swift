import AsyncSupport
package import ChatModel
import Dispatch
package import Storage
import Synchronization

/// The database of a store in a schema of a PostgreSQL server, open in the process that has its lease.
package final class PostgreSQLDatabase: SQLDatabase {
    package let reader: any SQLReader
    package let decisionReader: any SQLReader
    package let writer: any SQLWriter
    package let sharedBlobs: (any SharedBlobs)?
    private let postgreSQLLease: PostgreSQLLease
    private let readers: [PostgreSQLReaders]
    private let sessions: PostgreSQLWriter
    private let blobs: PostgreSQLBlobs
    private let commits: CommitSignals

    /// Opens the database. It releases the lease when it is closed.
    package init(_ lease: PostgreSQLLease, time: any TimeSource) {
        postgreSQLLease = lease
        commits = CommitSignals()
        sessions = PostgreSQLWriter(lease, commits: commits)
        let connections = (0..<3).map { PostgreSQLReader(lease.location, number: $0) }
        readers = [connections.prefix(2), connections.suffix(1)].map { PostgreSQLReaders(Array($0), time: time) }
        (reader, decisionReader) = (readers[0], readers[1])
        writer = sessions
        blobs = PostgreSQLBlobs(lease.location, time: time)
        sharedBlobs = blobs
    }

    /// The files of a store, for commands beside the process that has it open.
    package static func sharedBlobs(url: String, schema: String, time: any TimeSource) throws -> any SharedBlobs {
        PostgreSQLBlobs(try PostgreSQLLocation(url: url, schema: schema), time: time)
    }

    /// Opens the database of a store that no process has, for a command.
    ///
    /// - Parameter isMigrating: A Boolean value that indicates whether a store is copied to it, so that an incomplete copy is accepted.
    /// - Throws: `StorageError.server`.
    package convenience init(
        url: String, schema: String, as node: ClusterNode, time: any TimeSource, isMigrating: Bool = false
    ) throws {
        self.init(
            try .take(url: url, schema: schema, as: node, time: ServerClock(SystemTime()), isMigrating: isMigrating), time: time)
    }

    package var lease: any StoreLease { postgreSQLLease }

    package static func state(ofServerAt url: String) async -> PostgreSQLServerState {
        await withCheckedContinuation { continuation in
            // A server that does not answer blocks the thread.
            DispatchQueue.global().async { continuation.resume(returning: PostgreSQLConnection.state(ofServerAt: url)) }
        }
    }

    /// A connection that only reads, beside the process that has the database open.
    ///
    /// - Throws: `StorageError.server`, also if no bot has run with it yet.
    package static func reader(url: String, schema: String) throws -> any SQLReader {
        let location = try PostgreSQLLocation(url: url, schema: schema)
        let reader = PostgreSQLReader(location, number: 0)
        try location.translating {
            let isThere = try reader.readNow { session in
                guard try session.hasTable(PostgreSQLSchema.versionTable) else { return false }
                try PostgreSQLSchema.verifyVersion(in: session, schema)
                return true
            }
            if !isThere { throw StorageError.server(schema: schema, reason: "no bot has run with it yet") }
        }
        return reader
    }

    package func values<Value: Sendable & Equatable>(
        of query: @escaping @Sendable (any SQLSession) throws -> Value
    ) -> StoreSubscription<Value> {
        StoreSubscription { [commits, reader] in
            let registration = commits.register()
            var signals = registration.signal.signals.makeAsyncIterator()
            var last: Value?
            return {
                defer { withExtendedLifetime(registration) {} }  // Its end would remove the signal.
                while true {
                    if last != nil, await signals.next() == nil { return nil }
                    let value = try await reader.read(query)
                    guard value != last else { continue }
                    last = value
                    return value
                }
            }
        }
    }

    /// Returns true: the server removes deleted rows by itself, from its files and from its log.
    package func removeDeletedContent() async throws -> Bool { true }

    package func close() {
        sessions.close()
        for reader in readers { reader.close() }
        blobs.close()
        commits.finish()
        postgreSQLLease.release()
    }
}
