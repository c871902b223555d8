import ArgumentParser

/// The commands for the journal.
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "List, search, export, import, replay and record the journal.",
        discussion: "Without a subcommand, lists the newest entries.",
        subcommands: [
            JournalListCommand.self, SearchCommand.self, JournalExportCommand.self, JournalImportCommand.self,
            ReplayCommand.self, RecordCommand.self,
        ],
        defaultSubcommand: JournalListCommand.self)
}
