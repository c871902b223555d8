import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import Testing

@testable import MezonBotApp
@testable import PostgreSQLStorage

struct DatabaseServerCheckTests {
    private static func server(_ change: (inout ServerExamination) -> Void = { _ in }) -> ServerExamination {
        var server = ServerExamination(
            version: "15.4", majorVersion: 15, isStandby: false, schemaVersion: 3,
            cluster: Cluster(active: "a", nodes: [], moves: []),
            durability: .init(
                syncsFiles: true, logsFullPages: true, synchronousCommit: "on", synchronousStandbyNames: "*", standbys: 1,
                synchronousStandbys: 1),
            connections: .init(limit: 100, free: 50),
            rights: .init(role: "bot", hasSchema: true, mayCreate: true, forbiddenTables: []),
            clockDifference: nil)
        change(&server)
        return server
    }

    @Test func `a server that is as it should be has no problem`() {
        let findings = DatabaseServerCheck.findings(on: Self.server(), schema: "my_bot")
        #expect(findings.allSatisfy { $0.mark == .good && $0.advice == nil }, "\(findings)")
        #expect(
            findings.map(\.what) == [
                "the database server is reachable: PostgreSQL 15.4", "the role bot may create what the bot needs",
                "the tables in the schema my_bot have version 3", "the node a runs the bot",
                "the server answers a commit once it is on its disk",
                "synchronous replication is on: commits wait for a standby (synchronous_standby_names = *); 1 of the connected ones",
                "the clock agrees with the database server's", "the role may open 50 more connections (max_connections = 100)",
            ])
    }

    /// A server with a change, and a text of the finding about it.
    struct Change: Sendable {
        var text: String
        var server: ServerExamination

        init(_ text: String, _ change: (inout ServerExamination) -> Void) {
            self.text = text
            server = DatabaseServerCheckTests.server(change)
        }
    }

    private static let errors = [
        Change("PostgreSQL 13.2") { ($0.version, $0.majorVersion) = ("13.2", 13) },
        Change("a standby, which takes no writes") { $0.isStandby = true },
        Change("have version 99") { $0.schemaVersion = 99 },
        Change("may not create tables in the schema my_bot") { $0.rights.mayCreate = false },
        Change("may not create the schema my_bot") { ($0.rights.mayCreate, $0.rights.hasSchema) = (false, false) },
        Change("such as clan") { $0.rights.forbiddenTables = ["clan"] },
        Change("fsync is off") { $0.durability.syncsFiles = false },
        Change("full_page_writes is off") { $0.durability.logsFullPages = false },
        Change("synchronous_commit is off") { $0.durability.synchronousCommit = "off" },
        Change("none is connected: no commit ends") { $0.durability.synchronousStandbys = 0 },
        Change("none is connected: no commit ends") {
            ($0.durability.standbys, $0.durability.synchronousStandbys) = (0, nil)
        },
    ]

    private static let warnings = [
        Change("synchronous_commit is local") { $0.durability.synchronousCommit = "local" },
        Change("synchronous replication is off") { $0.durability.synchronousStandbyNames = "" },
        Change("the clock of this machine is 3 s behind") { $0.clockDifference = .milliseconds(-2600) },
        Change("the clock of this machine is 3 s ahead of") { $0.clockDifference = .seconds(3) },
        Change("a node needs 6") { $0.connections.free = 5 },
    ]

    private static let facts = [
        Change("no tables yet; the first start creates them") { ($0.schemaVersion, $0.cluster) = (nil, nil) },
        Change("the next start upgrades them") { $0.schemaVersion = 1 },
        Change("no node runs the bot") { $0.cluster?.active = nil },
        Change("no standby is connected") {
            ($0.durability.synchronousStandbyNames, $0.durability.standbys) = ("", 0)
        },
        Change("only pg_monitor may see which") { $0.durability.synchronousStandbys = nil },
    ]

    @Test(
        arguments: [(DoctorFinding.Level.bad, errors), (.warning, warnings), (.good, facts)].flatMap { level, changes in
            changes.map { (level, $0) }
        })
    func `what differs in a server is found, and a problem has a remedy`(level: DoctorFinding.Level, change: Change) throws {
        let findings = DatabaseServerCheck.findings(on: change.server, schema: "my_bot")
        let found = try #require(findings.first { $0.what.contains(change.text) }, "\(findings)")
        #expect(found.mark == level && (found.advice == nil) == (level == .good), "\(found)")
    }

    @Test func `a server that cannot be reached is found without its URL`() async throws {
        let server = ServerSettings(
            url: Secret("postgresql://bot:hunter2@127.0.0.1:1/chat"), source: "env:DATABASE_URL", schema: "my_bot")
        let findings = try await DatabaseServerCheck(server: server, time: ManualTime()).findings()
        #expect(findings.map(\.mark) == [.bad])
        #expect(!findings[0].line.contains("hunter2") && findings[0].line.contains("127.0.0.1"), "\(findings)")
    }
}
