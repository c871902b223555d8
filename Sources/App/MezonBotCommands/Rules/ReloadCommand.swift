import ArgumentParser
import MezonBotApp

/// Reloads the configuration of the running bot.
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Reload the configuration of the running bot.",
        discussion: """
            The bot also reloads when files change and on SIGHUP. An invalid configuration changes nothing. \
            Exit codes: 0 success, 1 rejected or no bot running.
            """)

    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() throws { print(try data.ask(.reload(by: assistant.author)).lines.joined(separator: "\n")) }
}
