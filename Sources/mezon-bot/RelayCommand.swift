import ArgumentParser
import Foundation
import MezonBot

/// What operators ask of relays.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", abstract: "Say how the connections to other networks stand.", subcommands: [Status.self],
        defaultSubcommand: Status.self)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List ports and their channels: whether each is there, why not, and how much waits to go there.",
            discussion: "Exit code 1 where a port or a channel of one cannot be reached, or no bot runs.")

        @OptionGroup var data: DataOption

        @Flag(help: "A JSON array, one object for each port.")
        var json = false

        func run() throws {
            guard let health = try data.ask(.health).health else { throw Failure(.failed, "the bot is of another build") }
            if json {
                try printJSON(health.ports ?? [])
            } else {
                print(health.portLines.joined(separator: "\n"))
            }
            if health.degraded.contains(where: { $0.part == "ports" }) { throw ExitCode(Failure.Code.failed.rawValue) }
        }
    }
}
