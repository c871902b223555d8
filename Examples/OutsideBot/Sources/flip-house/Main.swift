import BotKit
import Bots
import Flip
import HouseCommands

/// All commands of `mezon-bot`, over its bots and one more.
@main
enum Main {
    static func main() async { await BotProgram.main(BotRegistry(registry.bots + [Flip.self])) }
}
