import AsyncSupport
import BotConfiguration
import BotTesting
import ChatModel
import Delivery
import MezonTestGateway
import Storage
import Synchronization

@testable import ConnectorKit
@testable import Mezon

/// A second gateway, and a connector with the account `second-app` there and a store of its own.
final class MezonTestConnection: Sendable {
    struct Ended: Error {}

    static let general: ChannelID = 1_900_000_000_000_000_011
    static let account: UserID = 1_900_000_000_000_000_102
    static let unseen: ChannelID = 1_900_000_000_000_000_014

    let gateway: MezonTestGateway
    let testStore: TestStore
    private let settings: MezonSettings
    private let botUser: UserID
    private let running = Mutex<(connector: MezonConnector, task: Task<Void, any Error>)?>(nil)

    /// - Parameters:
    ///   - token: The account's token; nil for the right one.
    ///   - botUser: The bot's own user.
    static func run(
        token: String? = nil, botUser: UserID = Author.me.id, _ body: (MezonTestConnection) async throws -> Void
    ) async throws {
        let testStore = try await TestStore()
        let gateway = try MezonTestGateway(time: SystemTime(), logger: testStore.logger)
        try await gateway.start()
        let connection = try await MezonTestConnection(gateway, testStore, token: token, botUser: botUser)
        do {
            try await body(connection)
        } catch {
            await connection.close()
            throw error
        }
        await connection.close()
    }

    private init(_ gateway: MezonTestGateway, _ testStore: TestStore, token: String?, botUser: UserID) async throws {
        self.gateway = gateway
        self.testStore = testStore
        self.botUser = botUser
        guard let port = gateway.address?.port else { throw Ended() }
        let secret = try await gateway.account(named: "second-app").token
        settings = MezonSettings(
            host: "127.0.0.1", port: port, isSecure: false, id: Self.account, token: token.map { Secret($0) } ?? secret)
    }

    private func close() async {
        if let (_, task) = running.withLock({ $0.take() }) {
            task.cancel()
            _ = await task.result
        }
        await gateway.shutdown()
    }

    static func local(_ remote: ChannelID) -> ChannelID { ChannelID(connection: "partner", channel: "\(remote)") }

    func start() async throws {
        let store = try testStore.store
        let context = ConnectorContext(
            store: store, naming: try await ExternalIDMap(store: store, time: SystemTime()), botUser: botUser,
            time: SystemTime(), logger: testStore.logger)
        let configured = ConnectionSettings(
            name: "partner", position: SourcePosition(file: "config.yaml", line: 1, column: 1), network: .init(settings),
            channels: [Self.general, Self.unseen].map { .init(id: Self.local($0), name: "\($0)") })
        let connector = MezonConnector(Connection(configured, settings, context, random: SystemRandomNumberGenerator()))
        let task = Task { try await connector.run() }
        running.withLock { $0 = (connector, task) }
    }

    /// Starts the connector and returns when messages can be sent.
    func startAndWait() async throws {
        try await start()
        try await connector.waitUntilConnected(to: Self.local(Self.general))
    }

    /// Stops the connector and reopens its store, as in a restart.
    func stop() async throws {
        guard let (_, task) = running.withLock({ $0.take() }) else { return }
        task.cancel()
        _ = await task.result
        try testStore.restart()
    }

    /// Returns the error that has ended the connector.
    func failure() async -> (any Error)? {
        guard let task = running.withLock({ $0?.task }), case .failure(let error) = await task.result else { return nil }
        return error
    }

    var connector: MezonConnector {
        get throws {
            guard let running = running.withLock({ $0 }) else { throw Ended() }
            return running.connector
        }
    }

    @discardableResult
    func send(_ request: ResolvedAction.Request, relayed: RelayedMessage? = nil) async throws -> SendResult {
        let channel = Self.local(Self.general)
        return try await connector.send(
            OutboundRequest(
                ResolvedAction(channel: channel, request: request), in: Channel(id: channel, clan: 0, label: ""),
                idempotencyKey: "t",
                relayed: relayed))
    }

    @discardableResult
    func say(_ text: String) async throws -> SendResult { try await send(.send(Draft(text), answering: nil, topic: 0)) }

    func entries() async throws -> [Entry] {
        try await testStore.store.journal.entries(after: 0, limit: 10_000).filter { $0.channel.isExternal }
    }

    /// Returns the journaled messages, once there are that many.
    func messages(_ count: Int) async throws -> [(message: Message, entry: Entry)] {
        let signals = try testStore.store.journal.signal.signals
        var iterator = signals.makeAsyncIterator()
        while true {
            let found = try await entries().compactMap { entry -> (message: Message, entry: Entry)? in
                guard case .message(let message)? = try MatrixTestApplication.event(entry) else { return nil }
                return (message, entry)
            }
            if found.count >= count { return found }
            guard await iterator.next() != nil else { throw Ended() }
        }
    }
}
