import ArgumentParser
import BotConfiguration
import Foundation
import MezonBotApp
import ProgramBots
import RuleEngine

extension RuleSet {
    /// Loads the rules of a valid configuration and counts their failing tests.
    static func checked(_ config: String) throws -> (set: RuleSet, failedTests: Int) {
        let (compiled, report) = CompiledConfiguration.check(
            config, registry: Build.registry, connectors: Build.connectors, environment: ProcessInfo.processInfo.environment,
            programs: ProgramHost(), .omitted)
        guard let compiled else {
            printError(report)
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        let failures = compiled.failedTests()
        if !failures.isEmpty {
            printError(report.with(failures))
            printError("mezon-bot: \(failures.count) inline tests of these rules fail; a bot would reject the rules")
        }
        return (compiled.rules, failures.count)
    }
}
