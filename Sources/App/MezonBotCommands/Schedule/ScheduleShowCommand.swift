import ArgumentParser
import ChatModel
import MezonBotApp
import Moderation
import Storage

/// Shows one scheduled job.
struct ScheduleShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a job with its next occurrences.",
        discussion: "Works with and without a running bot. Exit codes: 0 success, 1 no such job.")

    @Argument(help: "Id of the job")
    var id: Int64

    @Flag(help: .jsonObject)
    var json = false

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let job = try await data.job(id, scope)
        let (labels, zone) = try await data.reading { reader in
            (try await reader.channelNames(in: scope.places(reader)).labels, try await reader.timeZone())
        }
        let listing = ScheduledJobListing(job, labels: labels, moments: 5)
        if json { try printJSON(listing) } else { print(listing.text(in: zone)) }
    }
}
