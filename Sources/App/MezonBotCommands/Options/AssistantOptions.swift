import ArgumentParser
import ChatModel

/// An option of commands that change the bot, by which an assistant program is recorded as their author.
struct AssistantOptions: ParsableArguments {
    @Option(
        name: .customLong("assistant"),
        help: ArgumentHelp("Assistant program recorded as the author (default: the command line)", valueName: "name"))
    var name: String?

    /// The author in the journal; nil for the command line.
    var author: String? { name.map(SystemEvent.assistant) }

    func validate() throws {
        if name?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--assistant must not be empty") }
    }
}
