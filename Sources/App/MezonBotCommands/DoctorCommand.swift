import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import MezonTestGateway
import ProgramBots

/// Checks the bot's permissions and the requirements of its rules.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check permissions, names, clock, storage and database server.",
        discussion: """
            Changes nothing. Each line starts with ✓ (ok), ! (warning) or ✗ (error) and suggests a remedy. \
            Exit codes: 0 success, 1 errors found, 2 configuration errors.
            """)

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: .dataDirectory, completion: .directory)
    var data: String?

    @Flag(help: .jsonObject)
    var json = false

    @OptionGroup var log: LogOptions

    private struct Report: Encodable {
        var isWell: Bool
        var findings: [DoctorFinding]
    }

    func run() async throws {
        // Problems become findings; logging them would only repeat them.
        let examination = DoctorService(
            try CompiledConfiguration.checked(config, isRun: true, programs: ProgramHost(dataFolder: data), .all),
            dataFolder: data, time: SystemTime(),
            logger: log.logger("mezon-bot", default: .error))
        var findings: [DoctorFinding] = []
        do {
            try await examination.run { finding in
                findings.append(finding)
                if !json { print(finding.line, coloring: 1, finding.mark.severity) }
            }
        } catch let error as GatewayError {
            throw CommandError(.failed, "\(error)")
        }
        let isWell = !findings.contains { $0.mark == .bad }
        if json { try printJSON(Report(isWell: isWell, findings: findings)) }
        if !isWell { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}

extension DoctorFinding.Level {
    fileprivate var severity: Terminal.Severity {
        switch self {
        case .good: .success
        case .warning: .warning
        case .bad: .error
        }
    }
}
