import Foundation
import Storage

/// The row of a lease, as a process that wants it sees it.
struct LeaseStatus: Hashable {
    var epoch: Int64
    var node: String
    var process: String
    /// The time until it expires; negative afterwards.
    var remaining: Duration
    /// The clock of the process at its last renewal, in milliseconds since 1970.
    var processTime: Int64
    /// The reason for which it was given up; nil while a process has it.
    var released: String?
    /// The node to which an operator moves it, if that one reports.
    var successor: String?
    /// A Boolean value that indicates whether an operator drains the asking node.
    var isDraining: Bool

    /// - Parameter node: The asking node.
    init(of node: ClusterNode, on connection: PostgreSQLConnection) throws {
        let row = try connection.rows(
            """
            SELECT epoch, node, process, until - server_time(), process_time, released,
                (SELECT name FROM node WHERE name = successor AND NOT is_draining AND seen_at BETWEEN server_time() - $2 AND server_time() + $2),
                coalesce((SELECT is_draining FROM node WHERE name = $1), FALSE)
            FROM lease
            """,
            [node.name, LeaseTerms.nodeTimeout.milliseconds]
        ).first
        guard let row else { throw PostgreSQLError(state: "MZ002", message: "the table lease is empty") }
        self = try SQLRow.read(row) { row in
            LeaseStatus(
                epoch: row[0], node: row[1], process: row[2], remaining: .milliseconds(row[3] as Int64), processTime: row[4],
                released: row[5], successor: row[6], isDraining: row[7])
        }
    }

    private init(
        epoch: Int64, node: String, process: String, remaining: Duration, processTime: Int64, released: String?,
        successor: String?, isDraining: Bool
    ) {
        self.epoch = epoch
        self.node = node
        self.process = process
        self.remaining = remaining
        self.processTime = processTime
        self.released = released
        self.successor = successor
        self.isDraining = isDraining
    }

    /// A Boolean value that indicates whether a process has the lease, or had it when it was last heard of.
    var isHeld: Bool { epoch > 0 && released == nil }

    /// A Boolean value that indicates whether the process that has it was not heard of for too long.
    var isExpired: Bool { isHeld && remaining <= .zero }

    /// The clock of the process now, if it has gone on since its last renewal; nil if there was none.
    var clockNow: Date? {
        guard processTime > 0 else { return nil }
        let age = max(.zero, LeaseTerms.duration - remaining)
        return Date(timeIntervalSince1970: Double(processTime) / 1000 + age / .seconds(1))
    }

    /// Returns whether an operator's wishes permit a node to take the lease, once it has its lock.
    func isFree(for node: ClusterNode) -> Bool { !isDraining && (successor == nil || successor == node.name) }

    /// Returns whether no other node would have to be asked: none has the lease, or the node itself had it.
    func isReleased(to node: ClusterNode) -> Bool { !isHeld || self.node == node.name }

    /// The reason for which a node takes the lease.
    func reason(for node: ClusterNode) -> String {
        if let released { return self.node == node.name ? "started again" : released }
        guard epoch > 0 else { return "first start" }
        if self.node == node.name { return "restarted after its process had ended" }
        return isExpired ? "\(self.node) did not answer" : "the process of \(self.node) ended, or lost its connection"
    }
}
