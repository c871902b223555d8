import AsyncSupport
import BotConfiguration
import BotTesting
import ChatModel
import Delivery
import Foundation
import MezonProtocol
import Storage
import Synchronization

@testable import ConnectorKit
@testable import Matrix

/// A running Matrix connector with its own store, and the events in its journal.
final class MatrixTestApplication: Sendable {
    struct Ended: Error {}

    static let me: UserID = 77

    let testStore: TestStore
    let time: any TimeSource
    let rooms: [String]
    private let settings: MatrixSettings
    private let running = Mutex<(port: MatrixConnector, store: Store, task: Task<Void, Never>)?>(nil)

    init(
        _ server: String, as login: MatrixSettings.Login, in rooms: [String], testStore: TestStore? = nil,
        time: any TimeSource = SystemTime()
    ) async throws {
        guard let server = WebOrigin(server) else { throw Ended() }
        if let testStore { self.testStore = testStore } else { self.testStore = try await TestStore() }
        self.time = time
        self.rooms = rooms
        settings = MatrixSettings(server: server, login: login, channels: rooms)
    }

    deinit { running.withLock { $0?.task.cancel() } }

    static func channel(_ room: String) -> ChannelID { ChannelID(connection: "home", channel: room) }

    private var portSettings: ConnectionSettings {
        ConnectionSettings(
            name: "home", position: SourcePosition(file: "config.yaml", line: 1, column: 1), network: .init(settings),
            channels: rooms.map { .init(id: Self.channel($0), name: $0) })
    }

    func start() async throws {
        let store = try testStore.store
        let context = ConnectorContext(
            store: store, naming: try await ExternalIDMap(store: store, time: time), botUser: Self.me, time: time,
            logger: testStore.logger)
        let port = MatrixConnector(portSettings, settings, context, random: SystemRandomNumberGenerator())
        let task = Task { do { try await port.run() } catch {} }
        running.withLock { $0 = (port, store, task) }
    }

    /// Stops the connector. A restart uses a reopened store.
    func stop() async throws {
        guard let (_, _, task) = running.withLock({ $0.take() }) else { return }
        task.cancel()
        await task.value
        try testStore.restart()
    }

    var port: MatrixConnector {
        get throws {
            guard let running = running.withLock({ $0 }) else { throw Ended() }
            return running.port
        }
    }

    func waitUntilOpen(_ room: String? = nil) async throws {
        try await port.waitUntilConnected(to: Self.channel(room ?? rooms[0]))
    }

    /// Sends until the message is delivered, as a delivery worker does.
    @discardableResult
    func send(_ request: ResolvedAction.Request, idempotencyKey: String, relayed: RelayedMessage? = nil, to room: String? = nil)
        async throws -> SendResult
    {
        let port = try self.port
        let channel = Self.channel(room ?? rooms[0])
        while true {
            try await port.waitUntilConnected(to: channel)
            do {
                return try await port.send(
                    OutboundRequest(
                        ResolvedAction(channel: channel, request: request), in: Channel(id: channel, clan: 0, label: ""),
                        idempotencyKey: idempotencyKey, relayed: relayed))
            } catch let error as SendError {
                switch error {
                case .notConnected, .ambiguous, .overtaken, .unavailable: await Task.yield()
                case .refused: throw error
                }
            }
        }
    }

    @discardableResult
    func say(_ text: String, idempotencyKey: String, as name: String? = nil) async throws -> SendResult {
        let relayed = name.map {
            RelayedMessage(of: 1, in: .general, by: Author.an.id, as: .init($0), .show(Draft(text), answering: nil))
        }
        return try await send(.send(Draft(text), answering: nil, topic: 0), idempotencyKey: idempotencyKey, relayed: relayed)
    }

    /// The events of other users in the journal.
    func events() async throws -> [Event] { try await entries().filter { !$0.isOwn }.compactMap(Self.event) }

    func entries() async throws -> [Entry] {
        try await testStore.store.journal.entries(after: 0, limit: 100_000).filter { $0.channel.isExternal }
    }

    static func event(_ entry: Entry) throws -> Event? {
        guard case .envelope(let envelope) = try Frame(entry.frame),
            case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
        else { return nil }
        return event
    }

    func texts() async throws -> [String] {
        try await events().compactMap { if case .message(let message) = $0 { message.text } else { nil } }
    }

    /// Returns the events of other users once there are that many.
    func wait(for count: Int) async throws -> [Event] {
        let wakeup = try testStore.store.journal.signal
        var signalIterator = wakeup.signals.makeAsyncIterator()
        while true {
            let events = try await events()
            if events.count >= count { return events }
            guard await signalIterator.next() != nil else { throw Ended() }
        }
    }

    func statusSays(_ words: String) async throws {
        while try !port.status.lines.joined(separator: "\n").contains(words) { await Task.yield() }
    }
}
