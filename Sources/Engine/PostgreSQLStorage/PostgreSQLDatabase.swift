import AsyncSupport
package import ChatModel
import Dispatch
package import Storage
import Synchronization

/// The database of a store in a schema of a PostgreSQL server.
///
/// One process at a time has it open: its writing connection holds an advisory lock of the server, which ends with the connection.
package final class PostgreSQLDatabase: SQLDatabase {
    package let reader: any SQLReader
    package let decisionReader: any SQLReader
    package let writer: any SQLWriter
    private let readers: [PostgreSQLReaders]
    private let sessions: PostgreSQLWriter
    private let commits: CommitSignals

    /// Opens the database and creates its tables if there are none.
    ///
    /// - Parameters:
    ///   - url: A connection URI, such as `postgresql://user@host/database`.
    ///   - schema: The schema of the tables: lower-case letters, digits and underscores.
    ///   - isMigrating: A Boolean value that indicates whether a store is copied to it, so that an incomplete copy is accepted.
    /// - Throws: `StorageError.server`, for example if another process has it open, or the server cannot be reached.
    package init(url: String, schema: String, time: any TimeSource, isMigrating: Bool = false) throws {
        let location = try PostgreSQLLocation(url: url, schema: schema)
        commits = CommitSignals()
        sessions = PostgreSQLWriter(location, commits: commits)
        let connections = (0..<3).map { PostgreSQLReader(location, number: $0) }
        readers = [connections.prefix(2), connections.suffix(1)].map { PostgreSQLReaders(Array($0), time: time) }
        (reader, decisionReader) = (readers[0], readers[1])
        writer = sessions
        try location.translating { try sessions.prepareTables(isMigrating: isMigrating) }
    }

    /// The readiness of a server, found without logging in.
    package enum ServerState: Sendable {
        case ready
        /// It starts, recovers or stops.
        case starting
        case unreachable
    }

    package static func state(ofServerAt url: String) async -> ServerState {
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
        commits.finish()
    }
}
