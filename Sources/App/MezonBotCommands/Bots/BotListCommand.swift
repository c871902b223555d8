import ArgumentParser
import MezonBotApp

/// Lists the bots of this build.
struct BotListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the bots of this build.",
        discussion: """
            Shows the channels, permissions and status of each bot. Works with and without a running bot; only a running one knows suspensions. \
            Exit codes: 0 success, 1 failure, 2 configuration errors.
            """)

    @OptionGroup var options: BotListingOptions

    @Flag(help: .jsonArray)
    var json = false

    func run() async throws {
        let (bots, _) = try await options.listings()
        if json { return try printJSON(bots) }
        print(bots.table(width: Terminal.output.width))
        print("`mezon-bot bots show NAME` shows details.")
    }
}
