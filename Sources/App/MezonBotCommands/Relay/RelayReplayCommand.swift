import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// Retries the failed deliveries to a channel.
struct RelayReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Retry failed deliveries to a channel.",
        discussion: """
            Retries refused deliveries and those given up after about ten minutes of attempts. They are queued in order behind the \
            pending deliveries. Edits, deletions and reactions are not repeated. A delivery that was given up may have arrived: on Mezon \
            it is looked for in the history first, Matrix and Standard Webhooks detect the duplicate, other networks may show it twice. \
            Events that a bot failed to handle are retried by `dead-letters retry`. Exit codes: 0 success, 1 failure.
            """)

    @Argument(help: .channel("Channel"))
    var channel: String

    @Option(help: ArgumentHelp("Start: an age such as 2h, a day, or an ISO 8601 time (default: 1d)", valueName: "when"))
    var since: TimestampArgument?

    @Flag(help: "List the deliveries without retrying them")
    var dryRun = false

    @Flag(help: "With --dry-run: print a JSON array")
    var json = false

    @OptionGroup var data: DataDirectoryOptions

    private struct Row: Encodable {
        var number: Int64
        var entry: Int64
        var author: String
        var at: Date
        var outcome: String
    }

    func validate() throws {
        if json, !dryRun { throw ValidationError("--json requires --dry-run") }
    }

    func run() async throws {
        let now = SystemTime().now
        let since = since?.date(before: now) ?? now.addingTimeInterval(-86_400)
        let channels: Set = [try await data.reading { try await $0.channel(named: channel) }]
        guard dryRun else { return try await data.change(.resend(to: channels, since: since)) }
        let (rows, zone) = try await data.reading {
            (try await $0.givenUp(to: channels, since: since).filter(\.sendsMessage), try await $0.timeZone())
        }
        if json {
            return try printJSON(
                rows.map {
                    Row(number: $0.id, entry: $0.cause, author: $0.author, at: $0.createdAt, outcome: $0.outcome(in: zone))
                })
        }
        guard !rows.isEmpty else { return print("No failed deliveries.") }
        for row in rows {
            printRow("\(row.createdAt.stamp(in: zone))  entry #\(row.cause)  \(row.outcome(in: zone))".terminalSafe)
        }
    }
}
