import BotKit

/// A bot that repeats messages.
struct Echo: Bot {
    struct Options: BotOptions {
        /// The prefix of messages to repeat; it is removed from the answer. If empty, every message is repeated.
        var prefix = "*echo "
    }

    static let manifest = Manifest("echo", "Repeats messages.", needs: [.reply])
    let options: Options

    func precheck(_ message: Message) -> Verdict {
        message.text.hasPrefix(options.prefix) ? .pass : .skip("does not begin with '\(options.prefix)'")
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
        let words = String(message.text.dropFirst(options.prefix.count))
        return words.isEmpty ? [] : [.reply(Draft(words))]
    }
}
