import ArgumentParser
import Foundation
import MezonBot

/// Says how the running bot stands.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say how the running bot stands.", discussion: "Exit code 1 where it is degraded, or no bot runs.")

    @OptionGroup var data: DataOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
        guard let health = try data.ask(.health).health else { throw Failure(.failed, "the bot is of another build") }
        if json {
            try printJSON(health)
        } else {
            print(health.human())
        }
        if !health.degraded.isEmpty || !health.isConnected { throw ExitCode(Failure.Code.failed.rawValue) }
    }
}
