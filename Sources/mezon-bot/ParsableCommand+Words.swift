import ArgumentParser
import BotConfig
import MezonModel

extension ParsableCommand {
    /// Rejects an unknown command. The argument parser would pass the word to the default command and show its usage.
    static func rejectUnknownCommand(_ arguments: ArraySlice<String>) throws {
        let commands = configuration.subcommands
        guard !commands.isEmpty, let word = arguments.first, !word.hasPrefix("-"), word != "help" else { return }
        if let command = commands.first(where: { $0._commandName == word }) {
            return try command.rejectUnknownCommand(arguments.dropFirst())
        }
        let nearest = Spelling.nearest(to: word, among: commands.map { $0._commandName })
        let hint = nearest.map { "did you mean '\($0)'?" } ?? "see --help"
        throw CommandError(.usage, "unknown command '\(word)'; \(hint)")
    }
}
