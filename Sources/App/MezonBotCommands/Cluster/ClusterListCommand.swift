import ArgumentParser
import Foundation
import Moderation
import PostgreSQLStorage

struct ClusterListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the nodes, and why the bot has moved.",
        discussion: "Exit codes: 0 a node runs the bot, 1 none does, or the server does not answer.")

    @OptionGroup var server: ClusterOptions

    @Flag(help: .jsonObject)
    var json = false

    func run() throws {
        let cluster = try server.administering { try $0.cluster() }
        if json {
            try printJSON(cluster)
        } else {
            print(cluster.text)
        }
        if cluster.active == nil { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}

extension Cluster {
    fileprivate var text: String {
        let rows = nodes.map { node in
            [
                node.name, node.role == .gone && node.isDrained ? "gone, drained" : node.role.rawValue, "process \(node.pid)",
                node.version,
                "since \(node.startedAt.stamp(in: .current))",
                node.role == .gone ? "last seen \(node.seenAt.stamp(in: .current))" : "",
            ]
        }
        var lines = Self.aligned(rows)
        if active == nil { lines.append("no node runs the bot") }
        if let successor { lines.append("moving to \(successor)") }
        if !moves.isEmpty { lines += ["", "moves, newest first:"] }
        lines += Self.aligned(moves.map { ["  #\($0.epoch)", $0.at.stamp(in: .current), $0.node, $0.reason] })
        return lines.joined(separator: "\n")
    }

    private static func aligned(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }
}
