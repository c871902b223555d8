import ArgumentParser
import MezonBotApp
import Storage

/// Resumes a paused job.
struct ScheduleResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a paused job.",
        discussion: """
            Occurrences missed during the pause are skipped. Works with and without a running bot. \
            Exit codes: 0 success, 1 no such job.
            """)

    @Argument(help: "Id of the job")
    var id: Int64

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let job = try await data.job(id, scope)
        try await data.change(.resume(job: job.id, by: assistant.author))
    }
}
