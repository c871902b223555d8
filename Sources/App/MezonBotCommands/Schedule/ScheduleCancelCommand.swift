import ArgumentParser
import MezonBotApp
import Storage

/// Cancels a scheduled job.
struct ScheduleCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a scheduled job.",
        discussion: """
            A job of the configuration is scheduled again at the next start. Works with and without a running bot. \
            Exit codes: 0 success, 1 no such job.
            """)

    @Argument(help: "Id of the job")
    var id: Int64

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let job = try await data.job(id, scope)
        try await data.change(.cancel(job: job.id, by: assistant.author))
    }
}
