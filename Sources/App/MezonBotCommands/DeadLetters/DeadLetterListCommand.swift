import ArgumentParser
import ChatModel
import MezonBotApp
import Moderation
import Storage

/// Lists dead letters.
struct DeadLetterListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List open dead letters, oldest first.",
        discussion: "Works with and without a running bot. Exit codes: 0 success, 1 failure.")

    @Flag(help: "Include retried and discarded dead letters")
    var all = false

    @Flag(help: .jsonArray)
    var json = false

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let (deadLetters, zone) = try await data.reading {
            (try await $0.deadLetters(all: all, in: scope.places($0)), try await $0.timeZone())
        }
        guard !json else { return try printJSON(deadLetters) }
        guard !deadLetters.isEmpty else { return print("No dead letters.") }
        for deadLetter in deadLetters { printRow(deadLetter.line(in: zone)) }
        print("`mezon-bot dead-letters show ID` shows details, `mezon-bot dead-letters retry ID` retries one.")
    }
}
