import ArgumentParser

/// The commands for moderation cases.
struct CasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cases",
        abstract: "List, show and undo moderation cases.",
        discussion: "Without a subcommand, lists the newest cases.",
        subcommands: [CaseListCommand.self, CaseShowCommand.self, UndoCommand.self],
        defaultSubcommand: CaseListCommand.self)
}
