import BotKit

/// The bots of this build, in a task-local value because the argument parser creates the commands.
enum Build {
    @TaskLocal static var registry = BotRegistry([])
}
