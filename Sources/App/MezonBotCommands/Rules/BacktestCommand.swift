import ArgumentParser
import BotConfiguration
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
            Evaluates both sets of rules over the same history, each with its own state and its own effects: messages of members who \
            would have been muted or removed are excluded. A difference is certain, a consequence of earlier ones, or unknown. Bots \
            run where other events reach them or their state is different. Nothing is sent. Rules are sorted by the severity of their \
            actions, then by the number of differences.

            With --since, both begin at the last checkpoint of the rule state before it, which the bot makes every day: the compared \
            rules go on from the state of that time, and the others take their place, as in a reload. With --whole, both begin \
            without state at the beginning of the journal, as if the others had always applied.

            --fail-on takes conditions with commas between them, of which any suffices: \(BacktestLimit.help).

            Exit codes: 0 no differences, or none that --fail-on names; 1 differences, no entries, or a failure; 2 configuration errors.
            """)

    @OptionGroup var span: ReplayRangeOptions

    @Option(help: ArgumentHelp("Configuration file with the new rules", valueName: "config"), completion: .configuration)
    var rules: String

    @Option(
        help: ArgumentHelp(
            "Rules to compare with: 'live' (the active rules) or a configuration file", valueName: "live|config"),
        completion: .configuration)
    var against = "live"

    @Option(
        help: ArgumentHelp("Differences that fail the backtest (default: any)", valueName: "conditions"),
        transform: Self.limit)
    var failOn: BacktestLimit?

    @Flag(help: "Begin at the beginning of the journal, also with --since")
    var whole = false

    @Flag(help: "Print every difference, one at a time, instead of the first five of each kind and rule")
    var all = false

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Print the report as a JSON object; with --all, also one JSON object for each difference before it")
    var json = false

    private static func limit(_ text: String) throws -> BacktestLimit {
        do throws(BacktestLimit.ParseError) {
            return try BacktestLimit(text)
        } catch {
            throw ValidationError("\(error.message); \(error.suggestion)")
        }
    }

    func run() async throws {
        let new = try RuleSet.checked(rules)
        let given = against == "live" ? nil : try RuleSet.checked(against).set
        let (report, zone) = try await data.replaying { reader in
            let old: RuleSet
            if let given { old = given } else { old = try await inForce(reader) }
            let range = span.span()
            let backtester = Backtester(
                reader, today: try await reader.directoryLookup(), from: old, to: new.set, span: range,
                start: whole ? .beginning : try await .latest(before: range.since, in: reader),
                botFactory: Build.registry.botFactory())
            let meter = ProgressMeter(of: try await reader.lastSequence())
            defer { meter.end() }
            let zone = try await reader.timeZone()
            let printing: (BacktestDifference) -> Void = { [json] difference in
                // A value without numbers that JSON lacks can always be encoded.
                print(json ? (try? difference.json()) ?? "" : difference.line(in: zone))
            }
            let report = try await backtester.run(
                while: { sequence in
                    meter.advance(to: sequence)
                    return true
                }, found: all ? printing : nil)
            return (report, zone)
        }
        print(json ? try report.json() : report.human(in: zone, areListed: all))
        // A check that has compared nothing must not pass.
        guard report.entries > 0 else { throw CommandError(.failed, "the journal has no entries in this range") }
        guard let failOn else {
            if !report.isSame { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
            return
        }
        let reasons = failOn.reasons(in: report)
        for reason in reasons { printError("mezon-bot: \(reason)") }
        if !reasons.isEmpty { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
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
