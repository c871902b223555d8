import ArgumentParser
import MezonBot

/// Reloads the configuration of the running bot.
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Have the running bot read its configuration again.",
        discussion:
            "It does so by itself when files change, and on SIGHUP. What cannot be used changes nothing. Exit code 1 where it was refused."
    )

    @OptionGroup var data: DataDirectoryOptions

    func run() throws { print(try data.ask(.reload).lines.joined(separator: "\n")) }
}
