import ArgumentParser
import ChatModel
import MezonBotApp
import Moderation

/// Answers a question of a rule.
struct QuestionAnswerCommand: AsyncParsableCommand {
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case approve, reject

        var answer: SystemEvent.Answer.Choice { self == .approve ? .approve : .reject }
    }

    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answer a question of a rule.",
        discussion: "The running bot performs what the rule says for the answer. Exit codes: 0 success, 1 no such question.")

    @Argument(help: "Name of the question, as `mezon-bot cases questions` lists it")
    var name: String

    @Argument(help: "Answer")
    var choice: Choice

    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let now = SystemTime().now
        try await data.change(.answer(.init(question: name, choice: choice.answer, by: SystemEvent.command, at: now)))
    }
}
