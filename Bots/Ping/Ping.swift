import BotKit

/// Answers `*ping`, so that you see at a glance whether the bot is alive.
struct Ping: Bot {
    static let manifest = Manifest("ping", "Answers *ping.", needs: [.reply])
    let options: NoOptions

    func precheck(_ message: Message) -> Verdict {
        message.text == "*ping" ? .pass : .skip("not *ping")
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
        [.reply("pong")]
    }
}
