import ArgumentParser
import ConnectorKit
import MezonBotApp

/// Shows the connections of the running bot.
struct RelayStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show connections, their channels and pending deliveries.",
        discussion: "Exit codes: 0 success, 1 a connection or channel is unavailable, or no bot running.")

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Print a JSON array with one object per connection")
    var json = false

    func run() throws {
        let status = try data.status()
        if json {
            try printJSON(status.connectors ?? [])
        } else {
            print(status.connectorLines.joined(separator: "\n"))
        }
        if status.degraded.contains(where: { $0.part == "connections" }) { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}
