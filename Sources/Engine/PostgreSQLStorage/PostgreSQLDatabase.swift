import AsyncSupport
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
    private let readers: [PostgreSQLReader]
    private let sessions: PostgreSQLWriter
    private let commits: CommitSignals

    /// Opens the database and creates its tables if there are none.
    ///
    /// - Parameters:
    ///   - url: A connection URI, such as `postgresql://user@host/database`.
    ///   - schema: The schema of the tables: lower-case letters, digits and underscores.
    /// - Throws: `StorageError.unusable` if another process has it open, or the server cannot be reached; `StorageError.newerSchema`.
    package init(url: String, schema: String) throws {
        guard !schema.isEmpty, schema.utf8.count < 64, schema.utf8.allSatisfy(Self.isAllowed) else {
            throw StorageError.unusable(
                folder: schema, reason: "the name of a schema consists of lower-case letters, digits and underscores")
        }
        let location = PostgreSQLLocation(url: url, schema: schema)
        commits = CommitSignals()
        sessions = PostgreSQLWriter(location, commits: commits)
        readers = (0..<2).map { PostgreSQLReader(location, number: $0) }
        let decisions = PostgreSQLReader(location, number: readers.count)
        reader = PostgreSQLReaders(readers)
        decisionReader = decisions
        writer = sessions
        do {
            try sessions.prepareTables()
        } catch let error as PostgreSQLError {
            throw StorageError.unusable(folder: location.description, reason: error.description)
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
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
        (decisionReader as? PostgreSQLReader)?.close()
        commits.finish()
    }
}
