import ArgumentParser
import MezonBotApp

/// Prints an address that opens the web console of the running bot.
struct ConsoleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Print a one-time address of the web console.",
        discussion: """
            The address opens one session in a browser and works once, for five minutes. The console is on if the configuration has \
            the section `console`. With --clan, the session sees and acts in the named clans only, without the editor, relays and \
            chat. Exit codes: 0 success, 1 no console or no bot running.
            """)

    @Option(help: ArgumentHelp("Clan that the session sees, by name or id; repeatable (default: everything)", valueName: "name"))
    var clan: [String] = []

    @OptionGroup var data: DataDirectoryOptions

    func run() throws { print(try data.ask(.console(clans: clan)).lines.joined(separator: "\n")) }
}
