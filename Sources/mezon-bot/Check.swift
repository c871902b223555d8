import ArgumentParser
import BotConfig
import Bots
import Foundation
import MezonBot

/// Says everything that is wrong with a configuration.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say everything that is wrong with a configuration, at once.",
        discussion: "Exit codes: 0 clean, 1 warnings with --strict, 2 errors.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case human, json
    }

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @Option(help: "How the findings look.")
    var format: Format = .human

    @Flag(help: "Fail on warnings too.")
    var strict = false

    func run() throws {
        let (plan, report) = HousePlan.check(config, registry: registry, environment: ProcessInfo.processInfo.environment)
        switch format {
        case .human: print(report.human())
        case .json: print(try report.json())
        }
        if plan == nil { throw ExitCode(Failure.Code.configuration.rawValue) }
        if strict, !report.diagnostics.isEmpty { throw ExitCode(Failure.Code.failed.rawValue) }
    }
}
