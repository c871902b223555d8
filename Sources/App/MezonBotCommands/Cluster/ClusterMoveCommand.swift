import ArgumentParser
import Foundation
import PostgreSQLStorage

struct ClusterMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move the bot to another node.",
        discussion: "Exit codes: 0 the node runs the bot, 1 it does not within half a minute.")

    private static let maxSeconds = 30

    @Option(help: ArgumentHelp("Node that is to run the bot (default: any that stands by)", valueName: "node"))
    var to: String?

    @OptionGroup var server: ClusterOptions

    func run() throws {
        let target = try server.administering { try $0.move(to: to) }
        for _ in 0..<(Self.maxSeconds * 5) {
            usleep(200_000)
            guard try server.administering({ try $0.cluster().active }) == target else { continue }
            // One that cannot log in gives it up at once.
            sleep(1)
            let cluster = try server.administering { try $0.cluster() }
            if cluster.active == target { return print("\(target) runs the bot") }
            throw CommandError(
                .failed,
                "\(target) took the bot and gave it up again; \(cluster.active.map { "\($0) runs it" } ?? "no node runs it")")
        }
        throw CommandError(.failed, "\(target) has not taken the bot yet; see `mezon-bot cluster list`")
    }
}
