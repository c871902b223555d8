package import ConnectorKit
import IRC
import Matrix
import Mezon
import Webhooks

extension [any Connector.Type] {
    /// The connectors of mezon-bot: a network is added to this list, or by the program that is given to `BotProgram.main`.
    package static var standard: [any Connector.Type] {
        [IRCConnector.self, MatrixConnector.self, MezonConnector.self, WebhookConnector.self]
    }
}
