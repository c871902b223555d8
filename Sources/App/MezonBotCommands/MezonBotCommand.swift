import ArgumentParser

struct MezonBotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mezon-bot",
        abstract: "Run chat bots and automation for Mezon.",
        discussion: """
            With `bot: { gateway: local }` the bot starts a gateway of its own on the loopback interface. Run it, then run \
            `mezon-bot chat --as guest` in a second terminal. Otherwise it connects to Mezon, with MEZON_BOT_ID and MEZON_BOT_TOKEN from \
            the environment.

            Exit codes: 0 success, 1 failure, 2 configuration errors, 64 invalid usage, 69 gateway unreachable or login refused, \
            75 data directory in use by another process.
            """,
        version: Build.version,
        subcommands: [
            RunCommand.self, InitCommand.self, CheckCommand.self, ChatCommand.self, TestCommand.self, DoctorCommand.self,
            StatusCommand.self,
            ConsoleCommand.self, McpCommand.self, GatewayCommand.self, RulesCommand.self, JournalCommand.self, CasesCommand.self,
            ScheduleCommand.self,
            BotsCommand.self, DeadLettersCommand.self, RelayCommand.self, DataCommand.self, ClusterCommand.self,
        ],
        defaultSubcommand: RunCommand.self)
}
