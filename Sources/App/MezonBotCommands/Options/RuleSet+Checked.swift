import ArgumentParser
import BotConfiguration
import Foundation
import MezonBotApp
import ProgramBots
import RuleEngine

extension RuleSet {
    /// Loads the rules of a valid configuration and counts their failing tests.
    static func checked(_ config: String) throws -> (set: RuleSet, failedTests: Int) {
        let (compiled, report) = try CompiledConfiguration.loaded(config)
        let failures = compiled.failedTests()
        if !failures.isEmpty {
            printError(report.with(failures))
            printError("mezon-bot: \(failures.count) inline tests of these rules fail; a bot would reject the rules")
        }
        return (compiled.rules, failures.count)
    }
}

extension CompiledConfiguration {
    /// Loads a valid configuration without starting programs.
    ///
    /// - Throws: An exit code, after printing the errors.
    static func loaded(_ config: String) throws -> (compiled: CompiledConfiguration, report: DiagnosticReport) {
        let (compiled, report) = check(
            config, registry: Build.registry, connectors: Build.connectors, environment: ProcessInfo.processInfo.environment,
            programs: ProgramHost(), .omitted)
        guard let compiled else {
            printError(report)
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        return (compiled, report)
    }
}
