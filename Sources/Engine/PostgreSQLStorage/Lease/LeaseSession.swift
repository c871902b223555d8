import ChatModel
import Foundation
import Storage

/// The connection on which a process takes, renews and releases the lease of a store. Calls block.
///
/// The process that has the lease holds an advisory lock of the server, which ends with its connection, so that others notice at once
/// when it ends. A process that is still connected and does not renew the lease loses it when it expires: another one has the server end
/// its connections.
final class LeaseSession {
    /// A lease that was taken.
    struct Grant: Sendable {
        /// The place in the store's history from which the process goes on.
        var position: PostgreSQLSession.Position
        /// The clock of the previous process.
        var predecessorTime: Date?
        /// A Boolean value that indicates whether the previous process may not know yet that it has lost the lease.
        var isAbrupt: Bool
        var reason: String
    }

    enum Attempt {
        case taken(Grant)
        case waiting(LeaseWait)
    }

    enum Renewal {
        case renewed(LeaseEnding?)
        case lost(String)
    }

    let location: PostgreSQLLocation
    let node: ClusterNode
    private let time: DatabaseClock
    private let isMigrating: Bool
    private var current: PostgreSQLConnection?
    private var connectedAt: Duration = .zero
    private var hasLock = false
    private var hasTables = false
    /// The holder that was found last.
    private var found: (wait: LeaseWait, at: Duration)?
    /// The lease as it was when the connection first looked.
    private var first: LeaseStatus?
    private var reportedAt: Duration?

    /// - Parameter isMigrating: A Boolean value that indicates whether a store is copied to it, so that an incomplete copy is accepted.
    init(_ location: PostgreSQLLocation, node: ClusterNode, time: DatabaseClock, isMigrating: Bool = false) {
        self.isMigrating = isMigrating
        self.location = location
        self.node = node
        self.time = time
    }

    func disconnect() { (current, hasLock, reportedAt, found, first) = (nil, false, nil, nil, nil) }

    /// Tries to take the lease.
    ///
    /// - Parameter standsBy: Whether the process waits for the lease, and reports as a node meanwhile.
    func attempt(standsBy: Bool) throws -> Attempt {
        try keepingConnection { connection in
            if !hasTables { hasTables = try connection.hasTable("lease") }
            if hasTables, standsBy { try report(connection) }
            guard try hasLock || lock(connection) else { return .waiting(try findHolder(standsBy: standsBy, connection)) }
            guard hasTables else { return .taken(try take(nil, connection)) }
            let status = try status(connection)
            guard standsBy ? isFree(status) : !status.isHeld || status.isExpired else {
                try unlock(connection)
                return .waiting(LeaseWait(status))
            }
            return .taken(try take(status, connection))
        }
    }

    /// Finds who has the lease, from time to time, and ends the connections of a process that has not renewed it.
    private func findHolder(standsBy: Bool, _ connection: PostgreSQLConnection) throws -> LeaseWait {
        if let found, time.uptime < found.at + LeaseTerms.renewalInterval { return found.wait }
        guard hasTables else { return .free }
        let status = try status(connection)
        if standsBy, status.isExpired, isFree(status) { try endConnections(holding: [.lease, .store], connection) }
        found = (LeaseWait(status), time.uptime)
        return LeaseWait(status)
    }

    /// Renews the lease.
    ///
    /// - Parameter epoch: The epoch of the lease.
    func renew(_ epoch: Int64) throws -> Renewal {
        try keepingConnection { connection in
            // A new connection has neither a lock nor, if another process was faster, a right to it.
            let isLocked = try hasLock || lock(connection)
            let row =
                !isLocked
                ? nil
                : try time.compare {
                    let row = try connection.rows(
                        """
                        UPDATE lease SET until = server_time() + $1, process_time = $2
                        WHERE epoch = $3 AND process = $4 AND released IS NULL
                        RETURNING successor, coalesce((SELECT is_draining FROM node WHERE name = $5), FALSE), server_time()
                        """,
                        [LeaseTerms.duration.milliseconds, time.now.milliseconds, epoch, node.process, node.name]
                    ).first
                    return (try row.map { try SQLRow.read($0) { $0[2] } }, row)
                }
            guard let row else {
                let status = try LeaseStatus(of: node, on: connection)
                guard status.epoch != epoch || status.process != node.process else {
                    throw PostgreSQLError(state: PostgreSQLError.inUse, message: "another process has it open")
                }
                return .lost("\(status.node) runs the bot now")
            }
            return try SQLRow.read(row) { row in
                if row[1] as Bool { return .renewed(.requested("\(node.name) is drained")) }
                guard let successor = row[0] as String? else { return .renewed(nil) }
                return .renewed(successor == node.name ? nil : .requested("moved to \(successor)"))
            }
        }
    }

    /// Reports as a node, once a second.
    ///
    /// - Throws: `StorageError.server` if another process has the name.
    func report() throws {
        try keepingConnection { connection in
            if hasLock { try report(connection) }
        }
    }

    /// Compares the clocks, for a process that is to use the lease before it first renews it.
    func compareClocks() throws {
        try keepingConnection { connection in
            try time.compare {
                let row = try connection.rows("SELECT server_time()").first
                return (try row.map { try SQLRow.read($0) { $0[0] } }, ())
            }
        }
    }

    /// Gives the lease up, and ends the connection.
    ///
    /// - Parameter isLeaving: Whether the process ends, and does not stand by again.
    func release(_ epoch: Int64, because reason: String, isLeaving: Bool) throws {
        defer { disconnect() }
        guard let current, hasLock else { return }
        try current.rows(
            "UPDATE lease SET released = $1 WHERE epoch = $2 AND process = $3", [reason, epoch, node.process])
        if isLeaving { try leave(current) }
        try unlock(current)
    }

    /// Reports no more as a node that stands by, and ends the connection.
    func withdraw() throws {
        defer { disconnect() }
        if let current, hasTables { try leave(current) }
    }

    private func leave(_ connection: PostgreSQLConnection) throws {
        try connection.rows("DELETE FROM node WHERE name = $1 AND process = $2 AND NOT is_draining", [node.name, node.process])
    }

    private func keepingConnection<T>(_ body: (PostgreSQLConnection) throws -> T) throws -> T {
        do {
            return try body(connected())
        } catch {
            if current?.isAlive != true { disconnect() }
            // Whatever was begun on it has failed.
            do { try current?.rollBack() } catch { disconnect() }
            throw error
        }
    }

    private func connected() throws -> PostgreSQLConnection {
        if let current, current.isAlive { return current }
        disconnect()
        let new = try location.connect(for: "lease")
        try new.execute(script: Self.unconfirmed)
        (current, connectedAt) = (new, time.uptime)
        return new
    }

    private func status(_ connection: PostgreSQLConnection) throws -> LeaseStatus {
        let status = try LeaseStatus(of: node, on: connection)
        if first == nil { first = status }
        return status
    }

    /// Returns whether the node may take the lease. It leaves the lease for a moment to a node that has not renewed it since this one
    /// connected, because the server may have ended the connections of both.
    private func isFree(_ status: LeaseStatus) -> Bool {
        let isRenewed = first.map { $0.epoch != status.epoch || $0.processTime != status.processTime } ?? false
        guard status.isFree(for: node) else { return false }
        return isRenewed || status.isReleased(to: node) || time.uptime - connectedAt > LeaseTerms.reconnection
    }

    /// Lists the process as one that runs the bot or stands by, once a second.
    ///
    /// - Throws: `StorageError.server` if another process has the name.
    private func report(_ connection: PostgreSQLConnection) throws {
        if let reportedAt, time.uptime < reportedAt + LeaseTerms.reportInterval { return }
        let rows = try time.compare {
            let rows = try connection.rows(
                """
                INSERT INTO node (name, process, pid, version, connection, started_at, seen_at)
                VALUES ($1, $2, $3, $4, pg_backend_pid(), server_time(), server_time())
                ON CONFLICT (name) DO UPDATE SET process = excluded.process, pid = excluded.pid, version = excluded.version,
                    connection = excluded.connection, seen_at = excluded.seen_at,
                    started_at = CASE WHEN node.process = excluded.process THEN node.started_at ELSE excluded.started_at END
                WHERE node.process = excluded.process OR node.seen_at < server_time() - $5
                    OR NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = node.connection AND application_name LIKE 'mezon-bot %')
                RETURNING server_time()
                """,
                [node.name, node.process, node.pid, node.version, LeaseTerms.nodeTimeout.milliseconds])
            return (try rows.first.map { try SQLRow.read($0) { $0[0] } }, rows)
        }
        guard !rows.isEmpty else {
            throw StorageError.server(
                schema: location.schema,
                reason: "a process of the name \(node.name) runs or stands by already; give this one another name with --node")
        }
        reportedAt = time.uptime
    }

    /// Takes the lock if no other connection has it. Waiting for it would fill the server's log with what is no error.
    private func lock(_ connection: PostgreSQLConnection) throws -> Bool {
        guard try connection.tryLock(location.key(of: .lease)) else { return false }
        (hasLock, found) = (true, nil)
        // A lease is worth nothing unless its renewals are confirmed like everything else that is stored.
        try connection.execute(script: "RESET synchronous_commit")
        return true
    }

    private func unlock(_ connection: PostgreSQLConnection) throws {
        (hasLock, found) = (false, nil)
        try connection.execute(script: "SELECT pg_advisory_unlock(\(location.key(of: .lease))); \(Self.unconfirmed)")
    }

    /// The setting of a node that stands by: its reports wait for no other server.
    private static let unconfirmed = "SET synchronous_commit = local"

    /// Ends the connections of a process that does not answer.
    private func endConnections(holding locks: [PostgreSQLLocation.Lock], _ connection: PostgreSQLConnection) throws {
        for lock in locks {
            try connection.rows(
                """
                SELECT pg_terminate_backend(pid, 2000)
                FROM pg_locks, (SELECT \(location.key(of: lock)) AS key) AS held
                WHERE locktype = 'advisory' AND granted AND objsubid = 1
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    AND classid = ((key >> 32) & 4294967295)::oid AND objid = (key & 4294967295)::oid
                    AND pid <> pg_backend_pid()
                """)
        }
    }

    /// Takes the lease, in one transaction with the tables if there are none.
    ///
    /// - Parameter status: The lease as it is; nil if there are no tables.
    private func take(_ status: LeaseStatus?, _ connection: PostgreSQLConnection) throws -> Grant {
        // Also for one that has expired: the server's clock may have been set.
        let isAbrupt = status.map { $0.isHeld && $0.process != node.process } ?? false
        if status?.isHeld == true { try endConnections(holding: [.store], connection) }
        let reason = status?.reason(for: node) ?? "first start"
        try connection.execute(script: "BEGIN")
        try PostgreSQLSchema.prepareTables(in: location.schema, on: connection, isMigrating: isMigrating)
        let taken = try connection.value(
            ofScript: "UPDATE store_owner SET epoch = epoch + 1 RETURNING epoch || ' ' || commits")
        guard let position = PostgreSQLSession.Position(taken) else {
            throw PostgreSQLError(state: "MZ002", message: "the table store_owner is damaged")
        }
        try connection.rows(
            """
            UPDATE lease SET epoch = $1, node = $2, process = $3, since = server_time(), until = server_time() + $4,
                process_time = $5, released = NULL, successor = NULL
            """,
            [position.epoch, node.name, node.process, LeaseTerms.duration.milliseconds, time.now.milliseconds])
        try connection.rows(
            "INSERT INTO lease_change (epoch, at, node, reason) VALUES ($1, server_time(), $2, $3)",
            [position.epoch, node.name, reason])
        try connection.rows("DELETE FROM lease_change WHERE epoch <= $1", [position.epoch - 100])
        try connection.rows("DELETE FROM node WHERE seen_at < server_time() - 86400000 AND NOT is_draining")
        try connection.execute(script: "COMMIT")
        return Grant(position: position, predecessorTime: status?.clockNow, isAbrupt: isAbrupt, reason: reason)
    }
}

extension LeaseWait {
    fileprivate init(_ status: LeaseStatus) {
        self = status.isDraining ? .drained : status.isHeld ? .held(by: status.node) : .free
    }
}
