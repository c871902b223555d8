import ArgumentParser
import PostgreSQLStorage

struct ClusterResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Let a drained node take the bot again.",
        discussion: "Exit codes: 0 success, 1 there is no such node.")

    @Argument(help: "Name of the node, as `cluster list` shows it")
    var node: String

    @OptionGroup var server: ClusterOptions

    func run() throws {
        try server.administering { try $0.resume(node) }
        print("\(node) may run the bot again")
    }
}
