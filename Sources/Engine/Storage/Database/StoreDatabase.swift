import ChatModel

/// The database that the stores share: one writer and several readers.
struct StoreDatabase: Sendable {
    let connections: any SQLDatabase
    let reader: any SQLReader
    let writer: GroupCommit
    let time: any TimeSource

    init(_ connections: any SQLDatabase, writer: GroupCommit, time: any TimeSource) {
        self.connections = connections
        reader = connections.reader
        self.writer = writer
        self.time = time
    }

    func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await reader.read(query)
    }

    /// Reads a single statement without suspending, for a decision. It has a connection of its own: waiting for one of the readers would
    /// block a thread that those may need to finish.
    func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T { try connections.decisionReader.readNow(query) }

    /// Performs a write and returns once it is durable.
    ///
    /// - Parameters:
    ///   - entries: The number of received entries that the write appends.
    ///   - limit: The number of entries that it appends at most; nil if that is not known in advance.
    @discardableResult
    nonisolated(nonsending) func commit<T: Sendable>(
        appending entries: Int = 0, atMost limit: Int? = nil, _ write: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await writer.commit(appending: entries, atMost: limit, write)
    }
}
