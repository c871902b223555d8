import ArgumentParser
import ChatModel
import MezonBotApp
import Moderation
import Storage

/// Lists the questions of rules that wait for moderators.
struct QuestionListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "questions", abstract: "List questions of rules that wait for moderators.",
        discussion: "Oldest first. Works with and without a running bot. Exit codes: 0 success, 1 failure.")

    @Flag(help: .jsonArray)
    var json = false

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let (questions, listing) = try await data.reading { reader in
            (
                try await reader.openQuestions(in: scope.places(reader)),
                QuestionListing(try await reader.channelNames(), in: try await reader.timeZone())
            )
        }
        guard !json else { return try printJSON(questions.map(listing.row)) }
        guard !questions.isEmpty else { return print("No open questions.") }
        for question in questions { printRow(listing.line(question)) }
        print("`mezon-bot cases answer NAME approve` or `reject` answers one.")
    }
}
