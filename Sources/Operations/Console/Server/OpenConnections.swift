import NIOCore
import Synchronization

/// The open connections of the console's server, of which only some may be open at a time.
///
/// A connection beyond the limit takes the place of the one that has waited longest for its browser's request. Connections that are opened
/// and never used therefore keep nobody out: they close each other. A connection whose request is being answered is never closed for
/// another one.
final class OpenConnections: Sendable {
    private struct Connection {
        let channel: any Channel
        /// The turn at which it began to wait for a request; nil while a request is answered.
        var waitsSince: Int?
    }

    private struct State {
        var connections: [Int: Connection] = [:]
        var lastTurn = 0

        mutating func nextTurn() -> Int {
            lastTurn += 1
            return lastTurn
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: The connections that may be open at a time, at least one.
    init(limit: Int) {
        precondition(limit > 0, "a server without connections answers nobody")
        self.limit = limit
    }

    /// Adds a connection that waits for a request, and closes the longest waiting one if there are too many: the new one itself if all
    /// others are being answered.
    ///
    /// - Returns: The number by which the other functions refer to the connection.
    func add(_ channel: any Channel) -> Int {
        let (id, surplus) = state.withLock { state -> (Int, (any Channel)?) in
            let id = state.nextTurn()
            state.connections[id] = Connection(channel: channel, waitsSince: id)
            guard state.connections.count > limit else { return (id, nil) }
            let waiting = state.connections.compactMap { id, connection in connection.waitsSince.map { (since: $0, id: id) } }
            let oldest = waiting.min { $0.since < $1.since }
            return (id, oldest.flatMap { state.connections.removeValue(forKey: $0.id) }?.channel)
        }
        surplus?.close(promise: nil)
        return id
    }

    func remove(_ id: Int) { state.withLock { $0.connections[id] = nil } }

    /// Records that a request has arrived completely.
    func beginAnswer(on id: Int) { state.withLock { $0.connections[id]?.waitsSince = nil } }

    /// Records that a request has been answered: the connection waits for the next one.
    func endAnswer(on id: Int) {
        state.withLock { state in
            let turn = state.nextTurn()
            state.connections[id]?.waitsSince = turn
        }
    }
}
