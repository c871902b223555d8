import Bots
import MezonBotCommands

/// The entry point of `mezon-bot` with the bots of this build.
@main
enum Main {
    static func main() async { await BotProgram.main(registry) }
}
