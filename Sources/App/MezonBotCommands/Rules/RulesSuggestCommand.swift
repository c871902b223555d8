import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// Suggests changes of rules from what moderators did.
struct RulesSuggestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest thresholds, and show each rule's load and overlaps.",
        discussion: """
            Evaluates the rules of a configuration over the journal, whether they were active or not, and compares them with what \
            moderators did: messages that they removed, members whom they restricted right after a message, and cases that they undid. \
            For each number in a condition, the value is found that agrees best with them; a value is suggested only if there is enough \
            evidence, and a backtest of all suggestions follows. The changes are printed as a unified diff, relative to the folder of the \
            configuration. Also shown are the load of each rule per week, rules that never acted, and rules whose measures were all taken \
            by others too. Nothing is sent or written.

            Earlier entries are evaluated too, to build up the state of the rules. Exit codes: 0 success, 1 failure, 2 configuration \
            errors.
            """)

    private static let defaultSpan = 30 * 86_400.0  // Seconds.

    @Argument(help: ArgumentHelp("Rules to report on (default: all)", valueName: "rule"))
    var rules: [String] = []

    @Option(help: "Configuration file with the rules", completion: .configuration)
    var config = "config.yaml"

    @Option(help: ArgumentHelp("Start: an age such as 7d, a day, or an ISO 8601 time (default: 30d)", valueName: "when"))
    var since: TimestampArgument?

    @Option(help: .until)
    var until: TimestampArgument?

    @Option(help: ArgumentHelp("Clan to report on, by name or id; repeatable (default: all)", valueName: "clan"))
    var clan: [String] = []

    @Flag(help: "Take all deletions for removals by moderators: Mezon does not tell who deleted a message")
    var countDeletions = false

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    func run() async throws {
        let compiled = try CompiledConfiguration.loaded(config).compiled
        let known = compiled.rules.listing.map(\.id)
        for rule in rules where !known.contains(rule) {
            let nearest = Spelling.nearest(to: rule, among: known).map { "; did you mean '\($0)'?" } ?? ""
            throw CommandError(.configuration, "\(config) has no rule '\(rule)'\(nearest)")
        }
        let now = SystemTime().now
        let span = ReplayRange(
            since: since?.date(before: now) ?? now.addingTimeInterval(-Self.defaultSpan), until: until?.date(before: now))
        let (report, zone) = try await data.configured(by: config).replaying { reader in
            var clans: Set<ClanID> = []
            for name in clan { clans.insert(try await reader.clan(name)) }
            let suggester = RuleSuggester(
                reader, today: try await reader.directoryLookup(), rules: compiled.rules, named: rules,
                clans: clans.isEmpty ? nil : clans, span: span, countsDeletions: countDeletions)
            let last = try await reader.lastSequence()
            let meter = ProgressMeter(of: 2 * last)
            defer { meter.end() }
            let report = try await suggester.run(compiled.suggestionFiles) { pass, sequence in
                meter.advance(to: Int64(pass) * last + sequence)
                return true
            }
            return (report, try await reader.timeZone())
        }
        print(json ? try report.json() : report.human(in: zone))
    }
}
