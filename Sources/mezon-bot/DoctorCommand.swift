import ArgumentParser
import Foundation
import LocalGateway
import MezonBot
import MezonModel

/// Checks the bot's permissions and the requirements of its rules.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what the bot may do here and what its rules need; it asks, and changes nothing.",
        discussion:
            "✓ good, ! a warning, ✗ wrong, with what to do. Exit codes: 0 nothing is wrong, 1 something is, 2 configuration errors."
    )

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @Option(help: ArgumentHelp("Where data goes.", discussion: "Otherwise where the configuration's store.path says."))
    var data: String?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var log: LogOptions

    private struct Report: Encodable {
        var isWell: Bool
        var findings: [DoctorFinding]
    }

    func run() async throws {
        // Problems become findings; logging them would only repeat them.
        let examination = DoctorService(
            try CompiledConfiguration.checked(config), dataFolder: data, time: SystemTime(),
            logger: log.logger("mezon-bot", unlessSaid: .error))
        var findings: [DoctorFinding] = []
        do {
            try await examination.run { finding in
                findings.append(finding)
                if !json { print(finding.line) }
            }
        } catch let error as GatewayError {
            throw CommandError(.failed, "\(error)")
        }
        let isWell = !findings.contains { $0.mark == .bad }
        if json { try printJSON(Report(isWell: isWell, findings: findings)) }
        if !isWell { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}
