import BotConfiguration
import ChatModel
import PostgreSQLStorage
import Storage

/// Checks the database server of a store: its version and settings, the rights of the bot's role, and the processes of the store.
struct DatabaseServerCheck {
    let server: ServerSettings
    let time: any TimeSource

    func findings() async throws -> [DoctorFinding] {
        do {
            return Self.findings(
                on: try await .examine(url: server.url.reveal(), schema: server.schema, time: time), schema: server.schema)
        } catch let error as StorageError {
            return [DoctorFinding(.bad, "\(error)", advice: "check store.url and store.schema, and that the server runs")]
        }
    }

    static func findings(on server: ServerExamination, schema: String) -> [DoctorFinding] {
        [version(of: server)] + rights(on: server.rights, schema) + tables(on: server, schema) + durability(on: server.durability)
            + [replication(on: server.durability), clock(server.clockDifference), connections(on: server.connections)]
    }

    private static func version(of server: ServerExamination) -> DoctorFinding {
        let what = "the database server is reachable: PostgreSQL \(server.version)"
        if server.majorVersion < ServerExamination.minVersion {
            return DoctorFinding(.bad, what, advice: "use PostgreSQL \(ServerExamination.minVersion) or later")
        }
        guard server.isStandby else { return DoctorFinding(.good, what) }
        return DoctorFinding(
            .bad, "\(what), a standby, which takes no writes",
            advice: "name all servers in store.url and add target_session_attrs=read-write")
    }

    private static func rights(on rights: ServerExamination.Rights, _ schema: String) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if !rights.mayCreate {
            findings.append(
                DoctorFinding(
                    .bad,
                    "the role \(rights.role) may not create "
                        + (rights.hasSchema ? "tables in the schema \(schema)" : "the schema \(schema)"),
                    advice: rights.hasSchema
                        ? "GRANT USAGE, CREATE ON SCHEMA \(schema) TO \(rights.role)"
                        : "GRANT CREATE ON DATABASE to it, or CREATE SCHEMA \(schema) AUTHORIZATION \(rights.role)"))
        }
        if !rights.forbiddenTables.isEmpty {
            findings.append(
                DoctorFinding(
                    .bad,
                    "the role \(rights.role) may not read and write \(rights.forbiddenTables.count) tables of the schema \(schema), such as "
                        + rights.forbiddenTables[0], advice: "make it the owner of the schema's tables"))
        }
        return findings.isEmpty ? [DoctorFinding(.good, "the role \(rights.role) may create what the bot needs")] : findings
    }

    private static func tables(on server: ServerExamination, _ schema: String) -> [DoctorFinding] {
        guard let version = server.schemaVersion else {
            guard server.rights.forbiddenTables.isEmpty else { return [] }
            return [DoctorFinding(.good, "the schema \(schema) has no tables yet; the first start creates them")]
        }
        let what = "the tables in the schema \(schema) have version \(version)"
        let tables =
            version > server.knownSchemaVersion
            ? DoctorFinding(.bad, what, advice: "use the newer version of mezon-bot that wrote them")
            : DoctorFinding(.good, what + (version < server.knownSchemaVersion ? "; the next start upgrades them" : ""))
        return [tables] + (server.cluster.map { [nodes(of: $0)] } ?? [])
    }

    private static func nodes(of cluster: Cluster) -> DoctorFinding {
        let others = [Cluster.Node.Role.standby, .draining, .gone].compactMap { role in
            let names = cluster.nodes.filter { $0.role == role }.map(\.name)
            return names.isEmpty ? nil : "\(role == .standby ? "standing by" : role.rawValue): \(names.joined(separator: ", "))"
        }
        let what = ([cluster.active.map { "the node \($0) runs the bot" } ?? "no node runs the bot"] + others)
        return DoctorFinding(.good, what.joined(separator: "; "))
    }

    private static func durability(on server: ServerExamination.Durability) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if !server.syncsFiles {
            findings.append(
                DoctorFinding(
                    .bad,
                    "the server does not wait for its disk (fsync is off): when its machine crashes, the whole store may be damaged",
                    advice: "set fsync = on in postgresql.conf"))
        }
        if !server.logsFullPages {
            findings.append(
                DoctorFinding(
                    .bad,
                    "the server does not protect its pages (full_page_writes is off): when its machine crashes, the store may be damaged",
                    advice: "set full_page_writes = on in postgresql.conf"))
        }
        if server.synchronousCommit == "off" {
            findings.append(
                DoctorFinding(
                    .bad,
                    "commits are answered before they are on disk (synchronous_commit is off): a crash loses messages that were answered",
                    advice: "set synchronous_commit = on for the server, the database and the role"))
        }
        return findings.isEmpty ? [DoctorFinding(.good, "the server answers a commit once it is on its disk")] : findings
    }

    private static func replication(on server: ServerExamination.Durability) -> DoctorFinding {
        let waits = "commits wait for a standby (synchronous_standby_names = \(server.synchronousStandbyNames))"
        guard !server.synchronousStandbyNames.isEmpty else {
            guard server.standbys > 0 else {
                return DoctorFinding(.good, "synchronous replication is off; no standby is connected")
            }
            return DoctorFinding(
                .warning, "synchronous replication is off: a standby that takes over may lack the newest transactions",
                advice: "set synchronous_standby_names; see Documentation/Cluster.md")
        }
        if server.synchronousCommit == "local" || server.synchronousCommit == "off" {
            return DoctorFinding(
                .warning, "synchronous replication is set up, but not used: synchronous_commit is \(server.synchronousCommit)",
                advice: "set synchronous_commit = on")
        }
        if server.standbys == 0 || server.synchronousStandbys == 0 {
            return DoctorFinding(
                .bad, "\(waits), and none is connected: no commit ends",
                advice: "start the standby, or set synchronous_standby_names = ''")
        }
        let count = server.synchronousStandbys.map { "\($0) of the connected ones" } ?? "only pg_monitor may see which"
        return DoctorFinding(.good, "synchronous replication is on: \(waits); \(count)")
    }

    private static func clock(_ difference: Duration?) -> DoctorFinding {
        guard let difference else { return DoctorFinding(.good, "the clock agrees with the database server's") }
        return DoctorFinding(
            .warning, StatusReport.words(forClock: difference), advice: "synchronize both machines (timedatectl set-ntp true)")
    }

    private static func connections(on server: ServerExamination.Connections) -> DoctorFinding {
        let needed = ServerExamination.neededConnections
        let what = "the role may open \(max(0, server.free)) more connections (max_connections = \(server.limit))"
        guard server.free < needed else { return DoctorFinding(.good, what) }
        return DoctorFinding(
            .warning, "\(what); a node needs \(needed)",
            advice: "raise max_connections or the limit of the role or database, unless this node runs already")
    }
}
