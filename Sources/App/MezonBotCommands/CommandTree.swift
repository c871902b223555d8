import ArgumentParser
import BotConfiguration
import ChatModel

/// The tree of commands below a root command.
struct CommandTree {
    let root: any ParsableCommand.Type

    /// Rejects an unknown command with a suggestion. The argument parser would pass the word to the default command and show the
    /// usage of that one.
    func check(_ arguments: ArraySlice<String>) throws {
        var path: [String] = []
        var command = root
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
            guard let next = subcommands.first(where: { $0._commandName == word }) else {
                throw CommandError(.usage, "unknown command '\(word)'; \(suggestion(for: word, among: subcommands, path))")
            }
            path.append(word)
            command = next
        }
    }

    /// Prefers a command of the same name in another group over one with a similar name.
    private func suggestion(for word: String, among commands: [any ParsableCommand.Type], _ path: [String]) -> String {
        let elsewhere = paths.filter { $0.last == word }.map { "'\($0.joined(separator: " "))'" }
        guard elsewhere.isEmpty else { return "did you mean \(elsewhere.joined(separator: " or "))?" }
        let nearest = Spelling.nearest(to: word, among: commands.map { $0._commandName })
        return nearest.map { "did you mean '\((path + [$0]).joined(separator: " "))'?" }
            ?? "see '\(([root._commandName] + path + ["--help"]).joined(separator: " "))'"
    }

    /// The paths of all commands, for example `["rules", "diff"]`.
    private var paths: [[String]] {
        func below(_ command: any ParsableCommand.Type, _ path: [String]) -> [[String]] {
            command.configuration.subcommands.flatMap { [path + [$0._commandName]] + below($0, path + [$0._commandName]) }
        }
        return below(root, [])
    }
}
