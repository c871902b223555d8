import ArgumentParser
import ChatModel
import MezonBotApp
import Moderation
import Storage

/// Lists scheduled jobs.
struct ScheduleListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List scheduled jobs by next occurrence.",
        discussion: "Works with and without a running bot. Exit codes: 0 success, 1 failure.")

    @Option(help: ArgumentHelp("Author of the jobs, for example rule:standup or bot:reminders", valueName: "author"))
    var author: String?

    @Option(help: ArgumentHelp("Maximum number of jobs", valueName: "count"))
    var limit = 50

    @Flag(help: .jsonArray)
    var json = false

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit must be between 1 and 100000") }
    }

    func run() async throws {
        let (all, labels, zone) = try await data.reading { reader in
            let places = try await scope.places(reader)
            return (
                try await reader.jobs(of: author, limit: limit + 1, in: places),
                try await reader.channelNames(in: places).labels, try await reader.timeZone()
            )
        }
        let listings = all.prefix(limit).map { ScheduledJobListing($0, labels: labels) }
        guard !json else { return try printJSON(listings) }
        guard !listings.isEmpty else { return print("No scheduled jobs.") }
        for listing in listings { printRow(listing.line(in: zone)) }
        if all.count > limit { print("There are more jobs: pass a higher --limit.") }
        print("`mezon-bot schedule show ID` shows details.")
    }
}
