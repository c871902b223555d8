import BotKit
import Bots
import Flip
import MezonBotCommands

/// All commands of `mezon-bot`, with its bots and one more.
@main
enum Main {
    static func main() async { await BotProgram.main(BotRegistry(registry.bots + [Flip.self])) }
}
