import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import MezonModel
import Rules

/// Reports all errors in a configuration.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say everything that is wrong with a configuration, at once.",
        discussion: "Exit codes: 0 clean, 1 warnings with --strict, 2 errors.")

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @Option(help: "How the findings look: for people, or for tools that read JSON, SARIF 2.1.0 or GitHub's annotations.")
    var format: ReportFormat = .human

    @Flag(help: "Fail on warnings too.")
    var strict = false

    func run() throws {
        let (plan, found) = CompiledConfiguration.check(
            config, registry: Build.registry, environment: ProcessInfo.processInfo.environment)
        let idle = plan?.rules.idleSchedules(after: SystemTime().now) ?? []
        let report = found.with(found.diagnostics + idle)
        print(try format.text(report))
        if plan == nil { throw ExitCode(CommandError.ExitCode.configuration.rawValue) }
        if strict, !report.diagnostics.isEmpty { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}
