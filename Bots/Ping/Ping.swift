import BotKit

/// A bot that answers `*ping`, to check at a glance that it is running.
struct Ping: Bot {
    static let manifest = Manifest("ping", "Answers *ping.", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("ping", "Check whether I am running", vi: "Cho biết tôi có ở đây không") { _ in [.reply("pong")] }
    }
}
