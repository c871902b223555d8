import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence
import Scheduling

/// Lists and changes scheduled jobs.
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Show what is to come: schedules of rules, reminders, waits.",
        discussion: "Works beside a running bot and without one. Exit code 1 where there is no such appointment.",
        subcommands: [List.self, Show.self, Next.self, Pause.self, Resume.self, Cancel.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List what is to come, the next first.")

        @Option(help: ArgumentHelp("Only of this author: rule:standup, bot:reminders.", valueName: "author"))
        var of: String?
        @Option(help: "So many at most.")
        var limit = 50
        @Flag(help: "Print JSON.")
        var json = false
        @OptionGroup var data: DataDirectoryOptions

        func validate() throws {
            guard (1...100_000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 100000") }
        }

        func run() async throws {
            let (all, labels, zone) = try await data.reading { reader in
                (
                    try await reader.appointments(of: of, limit: limit + 1), try await reader.places().labels,
                    try await reader.timeZone()
                )
            }
            let listings = all.prefix(limit).map { ScheduledJobListing($0, labels: labels) }
            guard !json else { return try printJSON(listings) }
            guard !listings.isEmpty else { return print("Nothing is to come.") }
            for listing in listings { print(listing.line(in: zone)) }
            if all.count > limit { print("… and more: --limit shows them.") }
            print("`mezon-bot schedule show N` tells more.")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one appointment with its next moments.")

        @Argument(help: "Its number.")
        var number: Int64
        @Flag(help: "Print JSON.")
        var json = false
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let (kept, labels, zone) = try await data.reading { reader in
                (try await reader.appointment(number), try await reader.places().labels, try await reader.timeZone())
            }
            guard let kept else { throw CommandError(.failed, "there is no appointment \(number)") }
            let listing = ScheduledJobListing(kept, labels: labels, moments: 5)
            if json { try printJSON(listing) } else { print(listing.text(in: zone)) }
        }
    }

    struct Next: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Work out when something would come: `schedule next \"every 2nd tuesday at 14:00\"`.",
            discussion: """
                Takes what the configuration takes: a phrase, `cron: */15 9-17 * * 1-5`, `rrule: FREQ=WEEKLY;BYDAY=MO`. Nothing is kept.
                """)

        @Argument(help: "The phrase.")
        var phrase: [String]
        @Option(help: ArgumentHelp("The time zone.", valueName: "zone"))
        var tz = "UTC"
        @Option(help: "So many moments.")
        var count = 5
        @Option(help: ArgumentHelp("From then on; now without it.", valueName: "when"))
        var from: TimestampArgument?
        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard (1...1000).contains(count) else { throw ValidationError("--count is a number from 1 to 1000") }
        }

        func run() async throws {
            let text = phrase.joined(separator: " ")
            guard let zone = ZoneRulesCache().zone(named: tz) else {
                let near = Spelling.nearest(to: tz, among: TimeZone.knownTimeZoneIdentifiers).map { "; did you mean '\($0)'?" }
                throw CommandError(.failed, "there is no time zone '\(tz)'\(near ?? "")")
            }
            let now = SystemTime().now
            let start = from?.date(before: now) ?? now
            let recurrence: Recurrence
            do {
                recurrence = try Recurrence(notation: text)
            } catch {
                throw CommandError(.failed, error.pointing(at: text))
            }
            let moments = Schedule(recurrence, in: zone, from: start).occurrences(from: start, limit: count).map(\.instant)
            guard !json else { return try printJSON(moments) }
            guard !moments.isEmpty else { return print("It does not come before the year 2100.") }
            for moment in moments { print(moment.stamp(in: TimeZone(identifier: tz) ?? .gmt)) }
        }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Have an appointment wait until it is resumed.")

        @Argument(help: "Its number.")
        var number: Int64
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws { try await data.change(.pause(appointment: number)) }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a paused appointment go on from now; what came meanwhile is not made up for.")

        @Argument(help: "Its number.")
        var number: Int64
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws { try await data.change(.resume(appointment: number)) }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget an appointment. One that the configuration asks for comes back with the next start.")

        @Argument(help: "Its number.")
        var number: Int64
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws { try await data.change(.dismiss(appointment: number)) }
    }
}
