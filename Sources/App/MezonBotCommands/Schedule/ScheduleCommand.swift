import ArgumentParser
import MezonBotApp
import Storage

/// The commands for scheduled jobs.
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "List and change scheduled jobs.",
        discussion: "Jobs are schedules and waits of rules, and reminders. Without a subcommand, lists them.",
        subcommands: [
            ScheduleListCommand.self, ScheduleShowCommand.self, ScheduleNextCommand.self, SchedulePauseCommand.self,
            ScheduleResumeCommand.self, ScheduleCancelCommand.self,
        ],
        defaultSubcommand: ScheduleListCommand.self)
}

extension DataDirectoryOptions {
    /// - Throws: `CommandError` if the job does not exist, or belongs to no clan that the command is confined to.
    func job(_ id: Int64, _ scope: ClanScopeOptions) async throws -> StoredJob {
        let job = try await reading { reader in try await reader.job(id, in: scope.places(reader)) }
        guard let job else { throw CommandError(.failed, "there is no job \(id); see `mezon-bot schedule list`") }
        return job
    }
}
