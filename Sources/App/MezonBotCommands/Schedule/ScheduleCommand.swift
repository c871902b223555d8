import ArgumentParser

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
