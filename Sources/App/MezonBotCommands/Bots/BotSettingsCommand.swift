import ArgumentParser
import MezonBotApp

/// Shows and changes the settings of a bot in a clan.
struct BotSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change a bot's settings in a clan.",
        discussion: """
            Without a name, shows the settings and their latest changes. The moderators of a clan change them in chat with \
            `*settings BOT`. Needs the running bot. \
            Exit codes: 0 success, 1 refused or no bot running.
            """)

    @Argument(help: "Name of the bot")
    var bot: String

    @Argument(help: "Name of the setting")
    var name: String?

    @Argument(help: "Value, as a user would write it in chat; a channel, role or user by name or id")
    var value: String?

    @Option(help: ArgumentHelp("Clan: a configured name, name or id", valueName: "clan"))
    var clan: String

    @Flag(help: "Return to the default")
    var reset = false

    @OptionGroup var data: DataDirectoryOptions

    func validate() throws {
        guard name != nil ? (value != nil) != reset : !reset else {
            throw ValidationError("a change needs a name, and either a value or --reset")
        }
    }

    func run() throws {
        let request: AdminRequest =
            if let name {
                .change(setting: name, of: bot, to: value, clan: clan, by: "command")
            } else {
                .settings(of: bot, clan: clan)
            }
        print(try data.ask(request).lines.joined(separator: "\n"))
    }
}
