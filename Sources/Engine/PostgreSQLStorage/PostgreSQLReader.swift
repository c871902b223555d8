import AsyncSupport
import ChatModel
import Dispatch
import Foundation
import Storage
import Synchronization

/// A connection that reads, on a queue of its own.
final class PostgreSQLReader: SQLReader {
    private let queue: DispatchQueue
    private let session: Mutex<PostgreSQLSession>
    private let waiting = Atomic(0)
    /// The number of queries that run or wait.
    var pending: Int { waiting.load(ordering: .relaxed) }

    init(_ location: PostgreSQLLocation, _ cipher: ValueCipher?, number: Int) {
        queue = DispatchQueue(label: "postgresql-reader-\(number)")
        session = Mutex(PostgreSQLSession(.reading, StoreCiphers(cipher)) { try location.connect(for: "reader") })
    }

    /// Reads on the queue. A query of a task that is cancelled while it waits is not run: of those that waited for a server that kept
    /// silent, most are not wanted any more.
    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        let flag = CancellationFlag()
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Result {
                            try flag.check()
                            return try self.readNow(query)
                        })
                }
            }
        } onCancel: {
            flag.cancel()
        }
    }

    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T {
        try session.withLock { session in
            try session.begin()
            do {
                let value = try query(session)
                try session.commit()
                return value
            } catch {
                session.rollBack()
                throw error
            }
        }
    }

    func close() { session.withLock { $0.close() } }
}

/// Readers that share queries.
///
/// A reader connects when it is first used, which those after the first are only while the ones before them are busy.
struct PostgreSQLReaders: SQLReader {
    private let readers: [PostgreSQLReader]

    init(_ readers: [PostgreSQLReader]) { self.readers = readers }

    /// The first of those with the fewest queries.
    private var reader: PostgreSQLReader {
        readers.dropFirst().reduce(readers[0]) { $1.pending < $0.pending ? $1 : $0 }
    }

    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await reader.read(query)
    }

    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T { try reader.readNow(query) }

    func close() {
        for reader in readers { reader.close() }
    }
}
