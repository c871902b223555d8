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
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            print(String(decoding: try encoder.encode(health), as: UTF8.self))
        } else {
            print(health.human())
        }
        if !health.degraded.isEmpty || !health.isConnected { throw ExitCode(Failure.Code.failed.rawValue) }
    }
}
