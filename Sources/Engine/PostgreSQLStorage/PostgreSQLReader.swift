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
    /// The time at which the current query began, in nanoseconds; zero while there is none.
    private let begin = Atomic<UInt64>(0)
    private let hasConnected = Atomic(false)

    /// The number of queries that run or wait.
    var pending: Int { waiting.load(ordering: .relaxed) }

    /// A Boolean value that indicates whether it was used before.
    var isConnected: Bool { hasConnected.load(ordering: .relaxed) }

    /// A Boolean value that indicates whether another query would have to wait for longer than most queries take.
    var isSlow: Bool {
        let begin = begin.load(ordering: .relaxed)
        return pending >= 4 || begin > 0 && DispatchTime.now().uptimeNanoseconds > begin + 20_000_000
    }

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
            hasConnected.store(true, ordering: .relaxed)
            begin.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
            defer { begin.store(0, ordering: .relaxed) }
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
/// A reader connects when it is first used, which those after the first are only once the ones before them are slow: connecting takes the
/// server longer than most queries.
struct PostgreSQLReaders: SQLReader {
    private let readers: [PostgreSQLReader]

    init(_ readers: [PostgreSQLReader]) { self.readers = readers }

    /// The first of those with the fewest queries.
    private var reader: PostgreSQLReader {
        readers.dropFirst().reduce(readers[0]) { best, other in
            other.pending < best.pending && (other.isConnected || best.isSlow) ? other : best
        }
    }

    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await reader.read(query)
    }

    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T { try reader.readNow(query) }

    func close() {
        for reader in readers { reader.close() }
    }
}
