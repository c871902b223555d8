import BotConfiguration
import ChatModel
import ConnectorKit
import Logging
import Storage
import Synchronization

/// A client of one account on a Matrix server that stays in its rooms for as long as `run()` runs.
final class MatrixClient: Sendable {
    struct State {
        var phase = MatrixPhase.idle
        var api: MatrixAPI?
        var userID = ""
        var rooms: MatrixRooms
        var waiters: [Waiter] = []
        var lastWaiter = 0

        func isOpen(_ channel: ChannelID) -> Bool { phase.isConnected && rooms[channel]?.status == .joined }
    }

    struct Waiter {
        let id: Int
        let channel: ChannelID
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// A room that messages can be sent to.
    struct OpenRoom {
        var api: MatrixAPI
        var room: MatrixRooms.Room
        var id: String
        /// The bot's user id.
        var userID: String
    }

    let settings: MatrixSettings
    let connectionName: String
    let context: ConnectorContext
    let ingestor: MatrixIngestor
    let random: any RandomNumberGenerator & Sendable
    let logger: Logger
    let state: Mutex<State>

    init(
        _ settings: MatrixSettings, _ connection: ConnectionSettings, _ context: ConnectorContext,
        random: any RandomNumberGenerator & Sendable
    ) {
        self.settings = settings
        connectionName = connection.name
        self.context = context
        self.random = random
        ingestor = MatrixIngestor(connection: connection, context: context)
        state = Mutex(State(rooms: MatrixRooms(connection.channels)))
        var logger = context.logger
        logger[metadataKey: "connection.name"] = "\(connection.name)"
        self.logger = logger
    }

    var status: (phase: MatrixPhase, rooms: MatrixRooms) { state.withLock { ($0.phase, $0.rooms) } }

    /// The HTTP client and the token for file requests; nil while the bot is not logged in.
    var account: MatrixFileHost.Account? {
        state.withLock { state in state.api.flatMap { api in api.token.map { (api.http.client, $0) } } }
    }

    /// Returns the room of a channel; nil while nothing can be sent there.
    func openRoom(for channel: ChannelID) -> OpenRoom? {
        state.withLock { state in
            guard state.isOpen(channel), let api = state.api, let room = state.rooms[channel], let id = room.id else {
                return nil
            }
            return OpenRoom(api: api, room: room, id: id, userID: state.userID)
        }
    }

    func change(_ channel: ChannelID, _ body: @Sendable (inout MatrixRooms.Room) -> Void) {
        state.withLock { $0.rooms.change(channel, body) }
    }

    /// Marks the connection as waiting after the server rejected the token: nothing is sent until a token is accepted.
    func close(because reason: String) {
        state.withLock { if $0.phase.isConnected { $0.phase = .waiting(reason) } }
    }

    /// Returns when messages can be sent to the room.
    ///
    /// - Throws: `CancellationError`.
    func waitUntilOpen(_ channel: ChannelID) async throws {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isOpen(channel) { return .success(()) }
                    state.waiters.append(Waiter(id: id, channel: channel, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Resumes the tasks whose room has become available.
    func resumeWaiters() {
        let waiters = state.withLock { state in
            let ready = state.waiters.filter { state.isOpen($0.channel) }
            state.waiters.removeAll { waiter in ready.contains { $0.id == waiter.id } }
            return ready
        }
        for waiter in waiters { waiter.continuation.resume() }
    }
}
