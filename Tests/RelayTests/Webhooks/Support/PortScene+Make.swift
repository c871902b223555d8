import MezonModel
import MezonTesting

@testable import BotConfig
@testable import Relay

extension PortScene {
    static func make(in house: TestHouse) async throws -> PortScene {
        let store = try house.store
        return PortScene(
            store: store, naming: try await MessageNaming(store: store, time: house.time), me: Author.me.id, time: house.time,
            logger: house.logger)
    }
}

extension PortSettings {
    /// A port `hooks` with these channels.
    static func hooks(_ webhooks: WebhookSettings) -> PortSettings {
        PortSettings(
            name: "hooks", place: Place(file: "config.yaml", line: 1, column: 1), network: .webhooks(webhooks),
            rooms: webhooks.rooms.map { Room(id: ChannelID(port: "hooks", room: $0.name), name: $0.name) })
    }
}
