import ArgumentParser
import BotConfiguration
import ChatModel
import MezonBotApp

/// Shows a bot in detail.
struct BotShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a bot with its commands, options and state.",
        discussion: """
            Works with and without a running bot; only a running one knows suspensions. \
            Exit codes: 0 success, 1 no such bot, 2 configuration errors.
            """)

    @Argument(help: "Name of the bot")
    var name: String

    @OptionGroup var options: BotListingOptions

    @Flag(help: .jsonObject)
    var json = false

    func run() async throws {
        let (bots, zone) = try await options.listings()
        guard let bot = bots.first(where: { $0.name == name }) else {
            let names = bots.map(\.name).sorted()
            let hint = Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
            throw CommandError(.failed, "there is no bot '\(name)'; \(hint ?? "available: \(names.joined(separator: ", "))")")
        }
        if json { return try printJSON(bot) }
        print(bot.text(in: zone, width: Terminal.output.width))
    }
}
