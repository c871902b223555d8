import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import RuleEngine

/// Reports all errors in a configuration.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a configuration and report all problems.",
        discussion: "Exit codes: 0 success, 1 warnings with --strict, 2 configuration errors.")

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: ArgumentHelp("Output format; SARIF is version 2.1.0", valueName: "format"))
    var format: ReportFormat = .human

    @Flag(help: "Fail on warnings too")
    var strict = false

    func run() throws {
        let (compiled, found) = CompiledConfiguration.check(
            config, registry: Build.registry, connectors: Build.connectors, environment: ProcessInfo.processInfo.environment)
        let missing = compiled?.missingCredentials
        let checked = found.addingIdleSchedules(of: compiled, after: SystemTime().now)
        let report = checked.with(checked.diagnostics + [missing].compactMap(\.self))
        if format == .human { print(report) } else { print(try format.text(report)) }
        if compiled == nil || missing != nil { throw ExitCode(CommandError.ExitCode.configuration.rawValue) }
        if strict, !report.diagnostics.isEmpty { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}
