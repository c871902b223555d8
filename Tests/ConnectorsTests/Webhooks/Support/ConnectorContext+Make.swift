import BotTesting
import ChatModel

@testable import BotConfiguration
@testable import ConnectorKit
@testable import Webhooks

extension ConnectorContext {
    static func make(in testStore: TestStore) async throws -> ConnectorContext {
        let store = try testStore.store
        return ConnectorContext(
            store: store, naming: try await ExternalIDMap(store: store, time: testStore.time), botUser: Author.me.id,
            time: testStore.time,
            logger: testStore.logger)
    }
}

extension ConnectionSettings {
    /// Returns a connection `hooks` with these channels.
    static func hooks(_ webhooks: WebhookSettings) -> ConnectionSettings {
        ConnectionSettings(
            name: "hooks", position: SourcePosition(file: "config.yaml", line: 1, column: 1), network: .init(webhooks),
            channels: webhooks.channels.map { RemoteChannel(id: ChannelID(connection: "hooks", channel: $0.name), name: $0.name) }
        )
    }
}
