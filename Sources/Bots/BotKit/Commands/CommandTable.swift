import ChatModel
import Foundation

/// A bot's commands by name.
struct CommandTable<B: Bot>: Sendable {
    struct Match: Sendable {
        let command: Command<B>
        let text: CommandText
        /// The position at which the arguments begin.
        let position: Int
    }

    let commands: [Command<B>]
    private let prefix: String
    private let indices: [String: Int]
    private let longest: Int

    /// Creates the table.
    ///
    /// - Precondition: No two commands have the same name.
    init(_ commands: [Command<B>], prefix: String) {
        var places: [String: Int] = [:]
        for (place, command) in commands.enumerated() {
            for name in [command.profile.name] + command.profile.aliases {
                let words = name.lowercased().split(separator: " ")
                precondition(!words.isEmpty, "a command has no name")
                let isNew = places.updateValue(place, forKey: words.joined(separator: " ")) == nil
                precondition(isNew, "two commands have the name '\(name)'")
            }
        }
        self.commands = commands
        self.prefix = prefix
        self.indices = places
        longest = places.keys.map { $0.split(separator: " ").count }.max() ?? 0
    }

    /// Returns the command that an entry of the quick menu stands for, and the message in its place: the command without arguments. The
    /// text that came with the choice may be another user's, so it is not taken for arguments.
    func match(_ choice: MenuChoice, at now: Date) -> (match: Match, message: Message)? {
        let message = Message(
            id: 0, clan: choice.clan, channel: choice.channel, author: Author(id: choice.user, username: ""),
            content: Content(prefix + choice.menu), topic: choice.topic, createdAt: now)
        guard let match = match(message), match.command.profile.isInMenu, match.command.profile.answers(to: choice.menu) else {
            return nil
        }
        return (match, message)
    }

    /// Returns the command that a message names; of several, the one with the longest name.
    func match(_ message: Message) -> Match? {
        guard longest > 0, message.text.hasPrefix(prefix) else { return nil }
        let text = CommandText(message)
        var position = prefix.utf16.count
        var name = ""
        var best: (place: Int, position: Int)?
        for count in 1...longest {
            let start = count == 1 ? position : text.skippingSpace(from: position)
            let end = text.endOfWord(from: start)
            guard end > start, end - start <= 64 else { break }  // Longer than any name.
            name += (count == 1 ? "" : " ") + text.text(start..<end).lowercased()
            position = end
            if let place = indices[name] { best = (place, end) }
        }
        return best.map { Match(command: commands[$0.place], text: text, position: $0.position) }
    }
}
