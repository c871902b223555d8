import AsyncSupport
package import ChatModel
import Foundation
import Storage

/// The state of a database server, as far as a store on it depends on it.
package struct ServerExamination: Hashable, Sendable {
    /// The oldest version of the server that the tables work with.
    package static let minVersion: Int64 = 14
    /// The number of connections that an active node needs: those of its lease, its writer, its readers and its files.
    package static let neededConnections: Int64 = 6

    /// The version for users: `15.4`.
    package var version: String
    package var majorVersion: Int64
    /// A Boolean value that indicates whether it is a standby, which takes no writes.
    package var isStandby: Bool
    /// The version of the tables; nil if there are none.
    package var schemaVersion: Int64?
    /// The version of the tables of this build.
    package var knownSchemaVersion = Int64(PostgreSQLSchema.version)
    /// The processes of the store; nil if there are no tables yet.
    package var cluster: Cluster?
    package var durability: Durability
    package var connections: Connections
    package var rights: Rights
    /// The time by which this machine's clock is ahead of the server's, or negative behind it; nil if they agree.
    package var clockDifference: Duration?

    /// The settings on which it depends what a crash costs.
    package struct Durability: Hashable, Sendable {
        /// A Boolean value that indicates whether the server writes to its disk before it answers.
        package var syncsFiles: Bool
        /// A Boolean value that indicates whether its log protects pages of which a crash leaves a part.
        package var logsFullPages: Bool
        /// The setting of that name, for the bot's role: `on`, `off`, `local`, `remote_write`, `remote_apply`.
        package var synchronousCommit: String
        /// The standbys that commits wait for; empty for none.
        package var synchronousStandbyNames: String
        /// The connected standbys.
        package var standbys: Int64
        /// The connected standbys that commits wait for; nil if the role may not see it.
        package var synchronousStandbys: Int64?
    }

    package struct Connections: Hashable, Sendable {
        /// The number that the server accepts.
        package var limit: Int64
        /// The number that the bot's role may still open; negative for one that is beyond its limit.
        package var free: Int64
    }

    /// The rights of the role to do what the bot does.
    package struct Rights: Hashable, Sendable {
        package var role: String
        package var hasSchema: Bool
        /// A Boolean value that indicates whether it may create the schema, or tables in the one that is there.
        package var mayCreate: Bool
        /// The tables of the schema that it may not read and write.
        package var forbiddenTables: [String]
    }

    /// Examines a server. It changes nothing.
    ///
    /// - Throws: `StorageError.server`, for example if it cannot be reached.
    package static func examine(url: String, schema: String, time: any TimeSource) async throws -> ServerExamination {
        try await onDedicatedThread(cancelling: CancellationFlag()) {
            let location = try PostgreSQLLocation(url: url, schema: schema)
            return try location.translating {
                let connection = try location.connect(for: "doctor")
                var examination = try ServerExamination(connection, schema, time)
                if examination.schemaVersion != nil, try connection.hasTable("lease") {
                    examination.cluster = try ClusterAdministration(url: url, schema: schema).cluster()
                }
                return examination
            }
        }
    }

}

extension ServerExamination {
    private init(_ connection: PostgreSQLConnection, _ schema: String, _ time: any TimeSource) throws {
        let (version, majorVersion, isStandby): (String, Int64, Bool) = try connection.row(
            """
            SELECT current_setting('server_version'), current_setting('server_version_num')::bigint / 10000, pg_is_in_recovery()
            """
        ) { ($0[0], $0[1], $0[2]) }
        let rights = try Rights(connection, schema)
        var schemaVersion: Int64?
        if try rights.forbiddenTables.isEmpty && connection.hasTable(PostgreSQLSchema.versionTable) {
            schemaVersion = try connection.row("SELECT max(version) FROM \(PostgreSQLSchema.versionTable)") { $0[0] }
        }
        let (durability, connections) = (try Durability(connection), try Connections(connection))
        let clock = DatabaseClock(time)
        try clock.compare {
            (try connection.row("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint") { $0[0] }, ())
        }
        self.init(
            version: version, majorVersion: majorVersion, isStandby: isStandby, schemaVersion: schemaVersion,
            durability: durability,
            connections: connections, rights: rights, clockDifference: clock.difference)
    }
}

extension ServerExamination.Durability {
    fileprivate init(_ connection: PostgreSQLConnection) throws {
        // Others than superusers see the states of standbys only as members of pg_monitor.
        self = try connection.row(
            """
            SELECT current_setting('fsync') = 'on', current_setting('full_page_writes') = 'on', current_setting('synchronous_commit'),
                current_setting('synchronous_standby_names'), count(pid),
                CASE WHEN count(pid) = count(sync_state) THEN count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) END
            FROM pg_stat_replication
            """
        ) { row in
            Self(
                syncsFiles: row[0], logsFullPages: row[1], synchronousCommit: row[2], synchronousStandbyNames: row[3],
                standbys: row[4], synchronousStandbys: row[5])
        }
    }
}

extension ServerExamination.Connections {
    fileprivate init(_ connection: PostgreSQLConnection) throws {
        // A database and a role have limits of their own; -1 stands for none. The connection of the query ends after it.
        self = try connection.row(
            """
            SELECT current_setting('max_connections')::bigint,
                1 + least(
                    current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
                        - (SELECT sum(numbackends)::bigint FROM pg_stat_database),
                    (SELECT nullif(datconnlimit, -1) - numbackends FROM pg_database JOIN pg_stat_database ON datid = pg_database.oid
                        WHERE pg_database.datname = current_database()),
                    (SELECT nullif(rolconnlimit, -1) - (SELECT count(*) FROM pg_stat_activity WHERE usesysid = pg_roles.oid)
                        FROM pg_roles WHERE rolname = current_user))
            """
        ) { row in Self(limit: row[0], free: row[1]) }
    }
}

extension ServerExamination.Rights {
    fileprivate init(_ connection: PostgreSQLConnection, _ schema: String) throws {
        self = try connection.row(
            """
            SELECT current_user, EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1),
                coalesce(
                    (SELECT has_schema_privilege(oid, 'USAGE') AND has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = $1),
                    has_database_privilege(current_database(), 'CREATE'))
            """, [schema]
        ) { row in Self(role: row[0], hasSchema: row[1], mayCreate: row[2], forbiddenTables: []) }
        forbiddenTables = try connection.rows(
            """
            SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = $1 AND relkind = 'r' AND NOT (
                has_table_privilege(pg_class.oid, 'SELECT') AND has_table_privilege(pg_class.oid, 'INSERT')
                AND has_table_privilege(pg_class.oid, 'UPDATE') AND has_table_privilege(pg_class.oid, 'DELETE'))
            ORDER BY relname
            """, [schema]
        ).map { row in try SQLRow.read(row) { $0[0] } }
    }
}

extension PostgreSQLConnection {
    /// The first row of a query that has one.
    fileprivate func row<T>(_ sql: String, _ arguments: SQLArguments = [], _ body: (SQLRow) throws -> T) throws -> T {
        guard let row = try rows(sql, arguments).first else {
            throw PostgreSQLError(state: "02000", message: "a query about the server has no result")
        }
        return try SQLRow.read(row, body)
    }
}
