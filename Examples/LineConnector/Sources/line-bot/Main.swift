import Bots
import LineConnector
import MezonBotCommands

/// All commands of `mezon-bot`, with its bots and connectors and one more.
@main
enum Main {
    static func main() async { await BotProgram.main(registry, connectors: [LineConnector.self]) }
}
