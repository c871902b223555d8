import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Recurrence

/// Computes the occurrences of a recurrence.
struct ScheduleNextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Compute the next occurrences of a schedule.",
        discussion: """
            Accepts the notations of the configuration: a phrase such as "every 2nd tuesday at 14:00", `cron: */15 9-17 * * 1-5`, or \
            `rrule: FREQ=WEEKLY;BYDAY=MO`. Nothing is stored. Exit codes: 0 success, 1 invalid schedule or time zone.
            """)

    @Argument(help: "Phrase, or a cron or rrule expression")
    var phrase: [String]

    @Option(help: ArgumentHelp("Time zone", valueName: "zone"))
    var tz = "UTC"

    @Option(help: ArgumentHelp("Number of occurrences", valueName: "count"))
    var count = 5

    @Option(help: ArgumentHelp("Start: an age, a day, or an ISO 8601 time (default: now)", valueName: "when"))
    var from: TimestampArgument?

    @Flag(help: .jsonArray)
    var json = false

    func validate() throws {
        guard (1...1000).contains(count) else { throw ValidationError("--count must be between 1 and 1000") }
    }

    func run() async throws {
        let text = phrase.joined(separator: " ")
        guard let zone = ZoneRulesCache().zone(named: tz) else {
            let near = TimeZone.suggestion(for: tz).map { "; did you mean '\($0)'?" }
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
        guard !moments.isEmpty else { return print("No occurrence before the year 2100.") }
        for moment in moments { print(moment.stamp(in: TimeZone(identifier: tz) ?? .gmt)) }
    }
}
