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

    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let (kept, labels, zone) = try await data.reading { reader in
            (try await reader.job(id), try await reader.channelNames().labels, try await reader.timeZone())
        }
        guard let kept else { throw CommandError(.failed, "there is no job \(id); see `mezon-bot schedule list`") }
        let listing = ScheduledJobListing(kept, labels: labels, moments: 5)
        if json { try printJSON(listing) } else { print(listing.text(in: zone)) }
    }
}
