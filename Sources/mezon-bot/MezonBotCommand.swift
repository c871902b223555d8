import ArgumentParser

struct MezonBotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mezon-bot",
        abstract: "Chat bots and automation for Mezon.",
        discussion: """
            Without credentials it starts its own gateway on loopback: run it, then `mezon-bot chat --as guest` in a second terminal.
            With MEZON_BOT_ID and MEZON_BOT_TOKEN in the environment the same configuration runs against Mezon.

            Exit codes: 0 well, 1 failed, 2 configuration errors, 64 usage, 69 gateway unreachable or login refused, \
            75 another instance owns the data.
            """,
        subcommands: [
            RunCommand.self, CheckCommand.self, SchemaCommand.self, TestCommand.self, ChatCommand.self, GatewayCommand.self,
            JournalCommand.self, SearchCommand.self, UserDataCommand.self,
            RetentionCommand.self, EncryptCommand.self, NewKeyCommand.self,
            ExplainCommand.self, CasesCommand.self, CaseShowCommand.self, UndoCommand.self, ReplayCommand.self,
            BacktestCommand.self, RecordCommand.self, RulesCommand.self, ReloadCommand.self,
            StatusCommand.self, RelayCommand.self, DoctorCommand.self, TriggerCommand.self, ScheduleCommand.self,
            DeadLettersCommand.self, BotsCommand.self, NewBotCommand.self,
        ],
        defaultSubcommand: RunCommand.self)
}
