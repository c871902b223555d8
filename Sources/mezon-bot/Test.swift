import ArgumentParser
import BotConfig
import Bots
import Foundation
import MezonBot

/// Runs the tests that stand beside rules.
struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the tests that stand beside rules.",
        discussion: "Exit codes: 0 all pass, 1 some fail, 2 the configuration has errors.")

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @Option(help: "How failures look.")
    var format: ReportFormat = .human

    func run() throws {
        let (plan, report) = HousePlan.check(config, registry: registry, environment: ProcessInfo.processInfo.environment)
        guard let plan else {
            complain(report.human())
            throw ExitCode(Failure.Code.configuration.rawValue)
        }
        let failures = report.with(plan.failedTests())
        if format != .human {
            print(try format.text(failures))
        } else if failures.diagnostics.isEmpty {
            let count = plan.testCount
            print(count == 0 ? "There are no tests beside the rules." : "\(count) test\(count == 1 ? " passes" : "s pass").")
        } else {
            print(failures.human())
        }
        if !failures.diagnostics.isEmpty { throw ExitCode(Failure.Code.failed.rawValue) }
    }
}
