import ArgumentParser
import ChatModel
import ConnectorKit
import Foundation
import MezonBotApp

/// Opens the configured connections without a bot.
struct RelayTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Test the configured connections without a bot.",
        discussion: """
            Logs in, joins the channels and leaves. Nothing is sent or stored; outgoing webhooks are not tested. If a bot is running with \
            the same accounts, use `mezon-bot relay status` instead. \
            Exit codes: 0 success, 1 a connection failed, 2 configuration errors.
            """)

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: ArgumentHelp("Timeout for all connections (default: 30s)", valueName: "duration"))
    var within: DurationArgument?

    @Flag(help: "Print a JSON array with one object per connection")
    var json = false

    @OptionGroup var log: LogOptions

    func run() async throws {
        let compiled = try CompiledConfiguration.checked(config)
        let probe = ConnectionProbe(
            compiled, time: SystemTime(), logger: log.logger("mezon-bot", default: .error),
            timeout: .seconds(within?.seconds ?? 30))
        let statuses = try await probe.run()
        if json {
            try printJSON(statuses)
        } else {
            let lines = statuses.flatMap(\.lines)
            print(
                lines.isEmpty ? "No connections; configure them under `connections` in \(config)." : lines.joined(separator: "\n")
            )
        }
        if statuses.contains(where: { !$0.problems.isEmpty }) { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}
