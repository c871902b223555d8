import ArgumentParser
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// Compares the decisions of two sets of rules over the recorded history.
struct BacktestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backtest",
        abstract: "Compare the decisions of other rules over the journal.",
        discussion: """
            Evaluates both sets of rules over the same history, each with its own state. Nothing is sent. Differences are sorted by the \
            severity of their actions, then by number. Exit codes: 0 success, 1 failure, 2 configuration errors.
            """)

    @OptionGroup var span: ReplayRangeOptions

    @Option(help: ArgumentHelp("Configuration file with the new rules", valueName: "config"), completion: .configuration)
    var rules: String

    @Option(
        help: ArgumentHelp(
            "Rules to compare with: 'live' (the active rules) or a configuration file", valueName: "live|config"),
        completion: .configuration)
    var against = "live"

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    func run() async throws {
        let new = try RuleSet.checked(rules)
        let given = against == "live" ? nil : try RuleSet.checked(against).set
        let (report, zone) = try await data.replaying { reader in
            let old: RuleSet
            if let given { old = given } else { old = try await inForce(reader) }
            let backtester = Backtester(
                reader, today: try await reader.directoryLookup(), from: old, to: new.set, span: span.span())
            let meter = ProgressMeter(of: try await reader.lastSequence())
            defer { meter.end() }
            let report = try await backtester.run { sequence in
                meter.advance(to: sequence)
                return true
            }
            return (report, try await reader.timeZone())
        }
        print(json ? try report.json() : report.human(in: zone))
    }

    private func inForce(_ reader: JournalReader) async throws -> RuleSet {
        guard let revision = try await reader.revisions().first else {
            throw CommandError(
                .failed, "no rules have been active with this data directory; pass a configuration with --against")
        }
        guard let rules = revision.rules else {
            throw CommandError(
                .failed,
                "this version of mezon-bot cannot read the revision \(revision.version); pass a configuration with --against")
        }
        return rules
    }
}
