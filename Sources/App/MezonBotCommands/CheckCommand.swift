import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import RuleEngine

/// Reports all errors in a configuration.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a configuration and report all problems.",
        discussion: """
            With --sample, prints for each word list the number of messages that it matches, and for each fold the number of matches \
            that it adds, or that would be lost without it, with the most frequent ones. With `--format json`, diagnostics \
            then go to standard error. Exit codes: 0 success, 1 warnings with --strict, 2 configuration errors.
            """)

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: ArgumentHelp("Output format; SARIF is version 2.1.0", valueName: "format"))
    var format: ReportFormat = .human

    @Flag(help: "Fail on warnings too")
    var strict = false

    @OptionGroup var folds: FoldSampleOptions

    func validate() throws {
        guard folds.sample == nil || format == .human || format == .json else {
            throw ValidationError("--sample prints a table, or JSON with --format json")
        }
    }

    func run() async throws {
        let (compiled, found) = CompiledConfiguration.check(
            config, registry: Build.registry, connectors: Build.connectors, environment: ProcessInfo.processInfo.environment)
        let missing = compiled?.missingCredentials
        let checked = found.addingIdleSchedules(of: compiled, after: SystemTime().now)
        let report = checked.with(checked.diagnostics + [missing].compactMap(\.self))
        switch format {
        case .human: print(report)
        case .json where folds.sample != nil: printError(report)
        default: print(try format.text(report))
        }
        if compiled == nil || missing != nil { throw ExitCode(CommandError.ExitCode.configuration.rawValue) }
        if let samples = try await folds.samples(compiled?.configuration.lists, of: config) {
            if format == .json { try printJSON(samples) } else { print(samples.map(\.human).joined(separator: "\n\n")) }
        }
        if strict, !report.diagnostics.isEmpty { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}
