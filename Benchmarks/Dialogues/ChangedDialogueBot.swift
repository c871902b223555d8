import BotKit

/// A bot whose dialogue differs between builds: its second question is an option that is read at the start.
struct ChangedDialogueBot: Bot {
    struct Options: BotOptions { var second = "Which hotel?" }
    static let manifest = Manifest("changing", needs: [.reply])
    let options: Options

    var commands: [Command<Self>] {
        Command.dialogue("trip", "Plan a trip") { [options] dialogue in
            let days = try await dialogue.ask("How many days?", as: Int.self, in: 1...30)
            let place = try await dialogue.ask(LocalizedText(stringLiteral: options.second))
            return [.reply("\(days) days, \(place): noted.")]
        }
    }
}
