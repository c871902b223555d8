import ArgumentParser
import ChatModel
import MezonBotApp
import Storage

/// Retries a dead letter.
struct DeadLetterRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Retry a dead letter.",
        discussion:
            "The running bot retries at once, otherwise the next start does. Exit codes: 0 success, 1 no such dead letter.")

    @Argument(help: "Id of the dead letter")
    var id: Int64

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let deadLetter = try await data.deadLetter(id, scope)
        try await data.change(.retry(deadLetter: deadLetter.number, by: assistant.author))
    }
}
