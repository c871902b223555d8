package import Foundation
import Storage

/// The processes of a store on a server: the one that runs the bot, and those that stand by.
package struct Cluster: Codable, Hashable, Sendable {
    package struct Node: Codable, Hashable, Sendable {
        package enum Role: String, Codable, Sendable {
            case active, standby, draining
            /// It does not report any more.
            case gone
        }

        package var name: String
        package var role: Role
        package var pid: Int32
        package var version: String
        package var startedAt: Date
        package var seenAt: Date
        /// A Boolean value that indicates whether it does not take the bot, also when it reports again.
        package var isDrained: Bool
    }

    /// A move of the bot to a process.
    package struct Move: Codable, Hashable, Sendable {
        package var epoch: Int64
        package var at: Date
        package var node: String
        package var reason: String
    }

    /// The node that runs the bot; nil if none does.
    package var active: String?
    /// The node to which an operator moves it.
    package var successor: String?
    package var nodes: [Node]
    /// The latest moves, newest first.
    package var moves: [Move]

    package init(active: String?, successor: String? = nil, nodes: [Node], moves: [Move]) {
        self.active = active
        self.successor = successor
        self.nodes = nodes
        self.moves = moves
    }
}

/// The cluster of a store, for commands beside its processes. Calls block.
package struct ClusterAdministration: Sendable {
    private static let maxMoves = 10

    private let location: PostgreSQLLocation

    /// - Throws: `StorageError.server` for a schema whose name is none.
    package init(url: String, schema: String) throws { location = try PostgreSQLLocation(url: url, schema: schema) }

    /// - Throws: `StorageError.server`, also if no bot has run with the store yet.
    package func cluster() throws -> Cluster { try connected { try cluster($0) } }

    private func connected<T>(_ body: (PostgreSQLConnection) throws -> T) throws -> T {
        try location.translating {
            let connection = try location.connect(for: "cluster")
            // An operator is not to wait for a standby of the server that is gone.
            try connection.execute(script: "SET synchronous_commit = local")
            guard try connection.hasTable("lease") else {
                throw StorageError.server(schema: location.schema, reason: "no bot has run with it yet")
            }
            return try body(connection)
        }
    }

    private func cluster(_ connection: PostgreSQLConnection) throws -> Cluster {
        let lease = try connection.rows(
            "SELECT CASE WHEN epoch > 0 AND released IS NULL AND until > server_time() THEN node END, successor FROM lease")
        let nodes = try connection.rows(
            """
            SELECT name, pid, version, started_at, seen_at, is_draining,
                seen_at BETWEEN server_time() - $1 AND server_time() + $1
                    AND EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = node.connection)
            FROM node ORDER BY name
            """, [LeaseTerms.nodeTimeout.milliseconds])
        let moves = try connection.rows(
            "SELECT epoch, at, node, reason FROM lease_change ORDER BY epoch DESC LIMIT $1", [Self.maxMoves])
        let (active, successor) = try SQLRow.read(lease[0]) { ($0[0] as String?, $0[1] as String?) }
        return Cluster(
            active: active, successor: successor,
            nodes: try nodes.map { row in
                try SQLRow.read(row) { row in
                    let name: String = row[0]
                    return Cluster.Node(
                        name: name,
                        role: !(row[6] as Bool) ? .gone : name == active ? .active : row[5] as Bool ? .draining : .standby,
                        pid: row[1], version: row[2], startedAt: Self.date(row[3]), seenAt: Self.date(row[4]),
                        isDrained: row[5])
                }
            },
            moves: try moves.map { row in
                try SQLRow.read(row) { Cluster.Move(epoch: $0[0], at: Self.date($0[1]), node: $0[2], reason: $0[3]) }
            })
    }

    private static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Has a node give the bot up and not take it again, until it is `resume`d.
    ///
    /// - Parameter isForced: Pass true although no other node stands by.
    /// - Throws: `StorageError.server`, `ClusterError`.
    package func drain(_ name: String, isForced: Bool) throws {
        try connected { connection in
            let cluster = try cluster(connection)
            try cluster.requireNode(name)
            guard isForced || cluster.active != name || cluster.nodes.contains(where: { $0.role == .standby }) else {
                throw ClusterError.noStandby(name)
            }
            try connection.rows("UPDATE node SET is_draining = TRUE WHERE name = $1", [name])
        }
    }

    /// Lets a drained node take the bot again.
    ///
    /// - Throws: `StorageError.server`, `ClusterError`.
    package func resume(_ name: String) throws {
        try connected { connection in
            let cluster = try cluster(connection)
            try cluster.requireNode(name)
            let isGone = cluster.nodes.contains { $0.name == name && $0.role == .gone }
            try connection.rows(
                isGone ? "DELETE FROM node WHERE name = $1" : "UPDATE node SET is_draining = FALSE WHERE name = $1", [name])
        }
    }

    /// Has the active node hand the bot over.
    ///
    /// - Parameter name: The node that takes it; nil for any that stands by.
    /// - Returns: The node that takes it.
    /// - Throws: `StorageError.server`, `ClusterError`.
    package func move(to name: String?) throws -> String {
        try connected { connection in
            let cluster = try cluster(connection)
            guard let active = cluster.active else { throw ClusterError.notRunning }
            if let name { try cluster.requireNode(name) }
            guard name != active else { throw ClusterError.isActive(active) }
            let standbys = cluster.nodes.filter { $0.role == .standby }
            let latest = standbys.max { $0.seenAt < $1.seenAt }
            guard let target = name == nil ? latest : standbys.first(where: { $0.name == name }) else {
                guard let node = cluster.nodes.first(where: { $0.name == name }) else { throw ClusterError.noStandby(active) }
                throw node.isDrained ? ClusterError.drained(node.name) : ClusterError.gone(node.name)
            }
            try connection.rows("UPDATE lease SET successor = $1", [target.name])
            return target.name
        }
    }
}

/// A reason for which an operator's request to a cluster is refused.
package enum ClusterError: Error, Hashable, CustomStringConvertible {
    case unknown(String, known: [String])
    case noStandby(String)
    case drained(String)
    case gone(String)
    case isActive(String)
    case notRunning

    package var description: String {
        switch self {
        case .unknown(let name, let known):
            "there is no node '\(name)'" + (known.isEmpty ? "" : "; the nodes are \(known.joined(separator: ", "))")
        case .noStandby(let name):
            "no other node stands by to take the bot from \(name)"
        case .drained(let name): "\(name) is drained; `mezon-bot cluster resume \(name)` ends that"
        case .gone(let name): "\(name) does not report any more; start it first"
        case .isActive(let name): "\(name) runs the bot already"
        case .notRunning: "no node runs the bot"
        }
    }
}

extension Cluster {
    fileprivate func requireNode(_ name: String) throws(ClusterError) {
        guard nodes.contains(where: { $0.name == name }) else { throw .unknown(name, known: nodes.map(\.name)) }
    }
}
