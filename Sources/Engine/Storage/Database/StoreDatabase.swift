import ChatModel
import GRDB

/// The database that the stores share: one writer and several readers.
struct StoreDatabase: Sendable {
    let pool: DatabasePool
    let writer: GroupCommit
    let time: any TimeSource

    func read<T: Sendable>(_ query: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await pool.read(query)
    }

    /// Performs a write and returns once it is durable.
    ///
    /// - Parameters:
    ///   - entries: The number of received entries that the write appends.
    ///   - limit: The number of entries that it appends at most; nil if that is not known in advance.
    nonisolated(nonsending) func commit<T: Sendable>(
        appending entries: Int = 0, atMost limit: Int? = nil, _ write: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await writer.commit(appending: entries, atMost: limit, write)
    }
}
