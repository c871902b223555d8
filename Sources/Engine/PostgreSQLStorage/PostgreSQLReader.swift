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

/// Readers that share queries, and that repeat what fails because the server is gone: a query changes nothing.
///
/// A reader connects when it is first used, which those after the first are only while the ones before them are busy.
struct PostgreSQLReaders: SQLReader {
    private static let maxDelay = Duration.seconds(1)
    private static let maxWait = Duration.seconds(30)

    private let readers: [PostgreSQLReader]
    private let time: any TimeSource

    init(_ readers: [PostgreSQLReader], time: any TimeSource) {
        self.readers = readers
        self.time = time
    }

    /// The first of those with the fewest queries.
    private var reader: PostgreSQLReader {
        readers.dropFirst().reduce(readers[0]) { $1.pending < $0.pending ? $1 : $0 }
    }

    /// Waits for a server that is gone until the task is cancelled.
    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        var delay = Duration.milliseconds(10)
        while true {
            do {
                return try await reader.read(query)
            } catch let error as PostgreSQLError where error.isTemporary {
                try await time.sleep(for: delay)
                delay = min(delay * 2, Self.maxDelay)
            }
        }
    }

    /// Waits half a minute for a server that is gone: the decision that asks could not be stored meanwhile either.
    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T {
        var delay = Duration.milliseconds(10)
        let deadline = time.uptime + Self.maxWait
        while time.uptime < deadline {
            do {
                return try reader.readNow(query)
            } catch let error as PostgreSQLError where error.isTemporary {
                usleep(UInt32(delay / .microseconds(1)))
                delay = min(delay * 2, Self.maxDelay)
            }
        }
        return try reader.readNow(query)
    }

    func close() {
        for reader in readers { reader.close() }
    }
}
