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

    /// Opens the database. It releases the lease when it is closed, or if it cannot be opened.
    ///
    /// - Parameter cipher: The cipher of an encrypted store.
    /// - Throws: `StorageError`, also if the cipher is not that of the store.
    package convenience init(_ lease: PostgreSQLLease, cipher: ValueCipher?, time: any TimeSource) throws {
        self.init(lease, StoreCiphers(cipher), time: time)
        do {
            try lease.location.translating { try verify(cipher, named: lease.location.name) }
        } catch {
            close()
            throw error
        }
    }

    private init(_ lease: PostgreSQLLease, _ ciphers: StoreCiphers, time: any TimeSource) {
        postgreSQLLease = lease
        commits = CommitSignals()
        sessions = PostgreSQLWriter(lease, ciphers, commits: commits)
        let connections = (0..<3).map { PostgreSQLReader(lease.location, ciphers.opening, number: $0) }
        readers = [connections.prefix(2), connections.suffix(1)].map { PostgreSQLReaders(Array($0)) }
        (reader, decisionReader) = (RepeatingReader(readers[0], time: time), RepeatingReader(readers[1], time: time))
        writer = sessions
        blobs = PostgreSQLBlobs(lease.location, time: time)
        sharedBlobs = blobs
    }

    /// Opens the database of a store that no process has, to encrypt, decrypt or give it another key.
    ///
    /// - Throws: `StorageError`, also if the cipher of stored values is not that of the store.
    package convenience init(
        reencrypting ciphers: StoreCiphers, url: String, schema: String, as node: ClusterNode, time: any TimeSource
    ) throws {
        let lease = try PostgreSQLLease.take(url: url, schema: schema, as: node, time: DatabaseClock(SystemTime()))
        self.init(lease, ciphers, time: time)
        do {
            let records = try lease.location.translating { try reader.encryptionKeys() }
            try ciphers.opening.check(records, of: lease.location.name)
        } catch {
            close()
            throw error
        }
    }

    /// The files of a store, for commands beside the process that has it open.
    package static func sharedBlobs(url: String, schema: String, time: any TimeSource) throws -> any SharedBlobs {
        PostgreSQLBlobs(try PostgreSQLLocation(url: url, schema: schema), time: time)
    }

    /// Opens the database of a store that no process has, for a command.
    ///
    /// - Parameters:
    ///   - time: The clock of the store. A `DatabaseClock` is compared with the server's before the first use.
    ///   - isMigrating: A Boolean value that indicates whether a store is copied to it, so that an incomplete copy is accepted.
    /// - Throws: `StorageError.server`.
    package convenience init(
        url: String, schema: String, as node: ClusterNode, cipher: ValueCipher?, time: any TimeSource, isMigrating: Bool = false
    ) throws {
        let lease = try PostgreSQLLease.take(
            url: url, schema: schema, as: node, time: time as? DatabaseClock ?? DatabaseClock(SystemTime()),
            isMigrating: isMigrating)
        try self.init(lease, cipher: cipher, time: time)
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
    /// - Throws: `StorageError`, also if no bot has run with it yet, or the cipher is not that of the store.
    package static func reader(url: String, schema: String, cipher: ValueCipher?) throws -> any SQLReader {
        let location = try PostgreSQLLocation(url: url, schema: schema)
        let reader = PostgreSQLReader(location, cipher, number: 0)
        try location.translating {
            let isThere = try reader.readNow { session in
                guard try session.hasTable(PostgreSQLSchema.versionTable) else { return false }
                try PostgreSQLSchema.verifyVersion(in: session, schema)
                return true
            }
            if !isThere { throw StorageError.server(schema: schema, reason: "no bot has run with it yet") }
            try cipher.check(try reader.encryptionKeys(), of: location.name)
        }
        return reader
    }

    /// The keys with which a store is encrypted; empty for a plain one, and for one that is not there yet.
    ///
    /// - Throws: `StorageError.server`.
    package static func encryptionKeys(url: String, schema: String) throws -> [EncryptionKeyRecord] {
        let location = try PostgreSQLLocation(url: url, schema: schema)
        return try location.translating { try PostgreSQLReader(location, nil, number: 0).encryptionKeys() }
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
