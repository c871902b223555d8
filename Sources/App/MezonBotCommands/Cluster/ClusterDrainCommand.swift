import ArgumentParser
import PostgreSQLStorage

struct ClusterDrainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Have a node give the bot up.",
        discussion: """
            The node does not take the bot again, also after a restart, until `cluster resume`. Exit codes: 0 success, 1 there is no such \
            node, or no other one stands by.
            """)

    @Argument(help: "Name of the node, as `cluster list` shows it")
    var node: String

    @Flag(help: "Drain it although no other node stands by")
    var force = false

    @OptionGroup var server: ClusterOptions

    func run() throws {
        try server.administering { try $0.drain(node, isForced: force) }
        print("\(node) is drained; `mezon-bot cluster resume \(node)` ends that")
    }
}
