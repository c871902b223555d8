import BotKit
import ConnectorKit
import MezonBotApp

/// The version, the bots and the connectors of this build.
enum Build {
    static let version = "0.2.0"

    /// The bots, in a task-local value because the argument parser creates the commands.
    @TaskLocal static var registry = BotRegistry([])

    /// The connectors, in a task-local value for the same reason.
    @TaskLocal static var connectors: [any Connector.Type] = .standard
}
