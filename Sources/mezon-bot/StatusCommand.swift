import ArgumentParser
import Foundation
import MezonBot

/// Prints the status of the running bot.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Say how the running bot stands.", discussion: "Exit code 1 where it is degraded, or no bot runs.")

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
        guard let health = try data.ask(.health).health else { throw CommandError(.failed, "the bot is of another build") }
        if json {
            try printJSON(health)
        } else {
            print(health.human())
        }
        if !health.degraded.isEmpty || !health.isConnected { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}
