import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage

/// Takes back what a rule did since a time.
struct RewindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewind",
        abstract: "Take back what a rule did since a time.",
        discussion: """
            Prints a plan; --apply lets the running bot carry it out in one turn. The journal is replayed with and without the rule; \
            counters, variables, levels, cooldowns and waits become what they would be without it, its cases are undone, its messages \
            and reactions are removed, and its requests that still wait to be sent are withdrawn. What stays is listed with its entry, case and message: removed members, deleted messages, direct \
            messages, ended mutes, and measures that another rule or a moderator has imposed, too. The rule stays active: disable it \
            or set shadow mode first. A rule that the configuration no longer has can be taken back, too.

            Exit codes: 0 success, 1 failure, no such rule, or --apply without a running bot.
            """)

    @Argument(help: "Id of the rule")
    var rule: String

    @Option(help: .since)
    var since: TimestampArgument

    @Option(help: ArgumentHelp("Only in this clan, by name or id (default: everywhere)", valueName: "clan"))
    var clan: String?

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Carry out the plan")
    var apply = false

    @Flag(help: "Print the plan as a JSON object")
    var json = false

    func run() async throws {
        let now = SystemTime().now
        let start = since.date(before: now)
        guard start < now else { throw ValidationError("--since lies in the future") }
        let author = assistant.author ?? SystemEvent.command
        let request = try await data.replaying { reader in
            let places = try await scope.places(reader)
            try await reader.requireRule(rule, in: places)
            let request = RewindRequest(rule, since: start, in: try await onlyClan(reader, places.scope))
            let rewinder = try await Rewinder(request, reader, today: try await reader.directoryLookup())
            let meter = ProgressMeter(of: try await reader.lastSequence())
            try await rewinder.advance { sequence in
                meter.advance(to: sequence)
                return true
            }
            meter.end()
            let plan: RewindPlan
            do {
                plan = try await RewindPlan(rewinder, reader, at: now)
            } catch let error as RewindError {
                throw CommandError(.failed, "\(error)")
            }
            if json {
                try printJSON(plan.summary(by: author, at: now))
            } else {
                let listing = CaseListing(
                    try await reader.names(in: plan.reversal.items.map(\.record)), in: try await reader.timeZone())
                let labels = try await reader.channelNames().labels
                let lines = plan.human(
                    listing, enforced: try await reader.enforcedRules(), labels: labels, in: try await reader.timeZone())
                for line in lines { print(line) }
                if !apply, !plan.isEmpty { print("This is the plan; pass --apply to carry it out.") }
            }
            return plan.isEmpty ? nil : request
        }
        guard apply, let request else { return }
        let reply = try data.ask(.rewind(request, by: author))
        if !json { print(reply.lines.joined(separator: "\n")) }
    }

    /// The clan that is named; zero for everywhere.
    private func onlyClan(_ reader: JournalReader, _ scope: ClanScope) async throws -> ClanID {
        if let clan { return try await reader.clan(clan, in: scope) }
        guard case .clans(let clans) = scope else { return 0 }
        guard let clan = clans.first, clans.count == 1 else {
            throw CommandError(.failed, "several clans are given with --only-clan; choose one with --clan")
        }
        return clan
    }
}
