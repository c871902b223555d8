import BotKit

/// What this program was built with. The parser makes the commands, so nothing can be handed to them.
enum Build {
    @TaskLocal static var registry = BotRegistry([])
}
