import ArgumentParser

/// The commands for bots.
struct BotsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bots", abstract: "List, show, set and create bots.",
        discussion: "Without a subcommand, lists the bots of this build.",
        subcommands: [BotListCommand.self, BotShowCommand.self, BotSettingsCommand.self, NewBotCommand.self],
        defaultSubcommand: BotListCommand.self)
}
