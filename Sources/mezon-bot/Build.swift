import BotKit

/// The version and the bots of this build.
enum Build {
    static let version = "0.2.0"

    /// The bots, in a task-local value because the argument parser creates the commands.
    @TaskLocal static var registry = BotRegistry([])
}
