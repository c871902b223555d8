import ArgumentParser
import MezonBotApp
import Storage

/// Pauses a scheduled job.
struct SchedulePauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause a scheduled job.",
        discussion: """
            A paused job stays in the list until it is resumed or cancelled. Works with and without a running bot. \
            Exit codes: 0 success, 1 no such job.
            """)

    @Argument(help: "Id of the job")
    var id: Int64

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let job = try await data.job(id, scope)
        try await data.change(.pause(job: job.id, by: assistant.author))
    }
}
