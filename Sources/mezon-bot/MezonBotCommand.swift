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
            Run.self, Check.self, Schema.self, Test.self, Chat.self, Gateway.self, Journal.self, Search.self, User.self,
            Retention.self, SealStore.self, NewKey.self,
            Explain.self, Cases.self, Case.self, Undo.self, Replay.self, Backtest.self, Record.self, Rules.self, Reload.self,
            Health.self, RelayCommand.self, Doctor.self, Fire.self, Appointments.self, Letters.self, ListBots.self, New.self,
        ],
        defaultSubcommand: Run.self)
}
