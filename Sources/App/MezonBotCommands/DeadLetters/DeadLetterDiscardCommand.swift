import ArgumentParser
import ChatModel
import MezonBotApp
import Storage

/// Discards a dead letter.
struct DeadLetterDiscardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Discard a dead letter.",
        discussion: "The dead letter is closed without another attempt. Exit codes: 0 success, 1 no such dead letter.")

    @Argument(help: "Id of the dead letter")
    var id: Int64

    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let deadLetter = try await data.deadLetter(id)
        try await data.change(.discard(deadLetter: deadLetter.number, by: assistant.author))
    }
}
