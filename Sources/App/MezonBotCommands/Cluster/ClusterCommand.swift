import ArgumentParser

struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Manage the nodes of a bot on several machines.",
        discussion: """
            Nodes are the processes of a bot whose store is on a PostgreSQL server. One of them runs the bot; the others stand by, and one \
            takes over when it ends, does not answer, or is drained. The commands work on any machine with a data directory of the bot.
            """,
        subcommands: [ClusterListCommand.self, ClusterDrainCommand.self, ClusterResumeCommand.self, ClusterMoveCommand.self])
}
