import ArgumentParser
import Foundation
import MezonBot
import Moderation
import Persistence
import Replay
import Rules

/// Compares the decisions of two sets of rules over the recorded history.
struct BacktestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backtest",
        abstract: "Say what other rules would have decided about what has happened.",
        discussion: """
            Both sets of rules decide about the same history, each with a memory of its own. Worst first: what takes most from people, then \
            what changes most often. Nothing is sent. Exit codes: 0 it ran, 2 a configuration has errors.
            """)

    @OptionGroup var span: ReplayRangeOptions

    @Option(help: ArgumentHelp("The configuration with the new rules.", valueName: "config"))
    var rules: String

    @Option(
        help: ArgumentHelp(
            "What they are held against: 'live', the rules in force, or a configuration.", valueName: "live|config"))
    var against = "live"

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let new = try RuleSet.checked(rules)
        let given = against == "live" ? nil : try RuleSet.checked(against).set
        let (report, zone) = try await data.replaying { reader in
            let old: RuleSet
            if let given { old = given } else { old = try await inForce(reader) }
            let backtester = Backtester(
                reader, today: try await reader.surroundings(), from: old, to: new.set, span: span.span())
            let meter = ProgressMeter(of: try await reader.lastSequence())
            defer { meter.end() }
            return (try await backtester.run { meter.advance(to: $0) }, try await reader.timeZone())
        }
        print(json ? try report.json() : report.human(in: zone))
    }

    private func inForce(_ reader: JournalReader) async throws -> RuleSet {
        guard let edition = try await reader.editions().first else {
            throw CommandError(.failed, "no rules were ever in force with this data folder; name a configuration with --against")
        }
        guard let rules = edition.rules else {
            throw CommandError(
                .failed, "this build cannot read edition \(edition.version) any more; name a configuration with --against")
        }
        return rules
    }
}
