import ArgumentParser

/// The commands for moderation cases.
struct CasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cases",
        abstract: "List, show and undo cases, and answer questions.",
        discussion: "Without a subcommand, lists the newest cases.",
        subcommands: [
            CaseListCommand.self, CaseShowCommand.self, UndoCommand.self, QuestionListCommand.self, QuestionAnswerCommand.self,
        ],
        defaultSubcommand: CaseListCommand.self)
}
