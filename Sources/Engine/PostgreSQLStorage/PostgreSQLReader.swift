import Dispatch
import Storage
import Synchronization

/// A connection that reads, on a queue of its own.
final class PostgreSQLReader: SQLReader {
    private let queue: DispatchQueue
    private let session: Mutex<PostgreSQLSession>

    init(_ location: PostgreSQLLocation, number: Int) {
        queue = DispatchQueue(label: "postgresql-reader-\(number)")
        session = Mutex(PostgreSQLSession(.reading) { try location.connect(for: "reader") })
    }

    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.readNow(query) }) }
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

/// Readers that take turns.
struct PostgreSQLReaders: SQLReader {
    private let readers: [PostgreSQLReader]
    private let next = Counter()

    private final class Counter: Sendable {
        let value = Atomic(0)
    }

    init(_ readers: [PostgreSQLReader]) { self.readers = readers }

    private var reader: PostgreSQLReader {
        readers[next.value.wrappingAdd(1, ordering: .relaxed).oldValue % readers.count]
    }

    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await reader.read(query)
    }

    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T { try reader.readNow(query) }
}
