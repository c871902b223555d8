import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

@testable import PostgreSQLStorage

/// The examination of the server of `TEST_DATABASE_URL`, which `Tests/PostgreSQL/run` starts.
@Suite(.enabled(if: TestServer.url != nil, "TEST_DATABASE_URL names no PostgreSQL server"))
struct ServerExaminationTests {
    private let url: String
    private let schema: String

    init() throws {
        url = try #require(TestServer.url)
        schema = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
    }

    private func examine(_ parameters: String = "", time: any TimeSource = SystemTime()) async throws -> ServerExamination {
        try await .examine(url: url + parameters, schema: schema, time: time)
    }

    @Test func `a server without the store is examined and not changed`() async throws {
        let found = try await examine()
        #expect(found.version.hasPrefix("\(found.majorVersion)") && found.majorVersion >= ServerExamination.minVersion)
        #expect(!found.isStandby && found.schemaVersion == nil && found.cluster == nil)
        #expect(
            found.durability
                == .init(
                    syncsFiles: true, logsFullPages: true, synchronousCommit: "on", synchronousStandbyNames: "", standbys: 0,
                    synchronousStandbys: 0))
        #expect(found.rights == .init(role: "bot", hasSchema: false, mayCreate: true, forbiddenTables: []))
        #expect(found.connections.limit == 800 && (1..<800).contains(found.connections.free))
        #expect(found.clockDifference == nil)
        #expect(try await examine().rights.hasSchema == false)
    }

    @Test func `a store shows its version and its nodes, and each node its connections`() async throws {
        let node = ClusterNode(name: "a", process: UUID().uuidString, pid: 1, version: "1.0")
        let database = try PostgreSQLDatabase(url: url, schema: schema, as: node, cipher: nil, time: ManualTime())
        defer { database.close() }
        let found = try await examine()
        #expect(found.schemaVersion == found.knownSchemaVersion)
        #expect(found.cluster?.active == "a")
        #expect(found.rights == .init(role: "bot", hasSchema: true, mayCreate: true, forbiddenTables: []))

        // What a node needs is what it opens.
        database.writer.withSession {
            try? $0.begin(); $0.rollBack()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            // More than a reader answers before another one connects.
            for reader in [database.decisionReader] + Array(repeating: database.reader, count: 8) {
                group.addTask { _ = try await reader.read { try $0.hasTable("journal") } }
            }
            try await group.waitForAll()
        }
        _ = try database.sharedBlobs?.names()
        let connection = try PostgreSQLConnection(url: url)
        let count = try connection.rows(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE $1", ["mezon-bot \(schema) %"])
        #expect(count == [[.integer(ServerExamination.neededConnections)]])
    }

    @Test func `settings that lose what was answered are found, and clocks that differ`() async throws {
        let found = try await examine("&options=-c%20synchronous_commit%3Doff", time: ManualTime())
        #expect(found.durability.synchronousCommit == "off")
        // The manual clock is behind.
        #expect(try #require(found.clockDifference) < .seconds(-3600))
    }

    @Test func `the rights of a role without any are found`() async throws {
        let connection = try PostgreSQLConnection(url: url)
        try connection.execute(
            script:
                "CREATE ROLE \(schema) LOGIN CONNECTION LIMIT 3; CREATE SCHEMA \(schema); CREATE TABLE \(schema).clan (id bigint)"
        )
        defer { try? connection.execute(script: "DROP SCHEMA \(schema) CASCADE; DROP ROLE \(schema)") }
        let other = url.replacing("user=bot", with: "user=\(schema)")
        let found = try await ServerExamination.examine(url: other, schema: schema, time: SystemTime())
        #expect(found.rights == .init(role: schema, hasSchema: true, mayCreate: false, forbiddenTables: ["clan"]))
        #expect(found.connections.free == 3)
        let elsewhere = try await ServerExamination.examine(url: other, schema: schema + "x", time: SystemTime())
        #expect(elsewhere.rights == .init(role: schema, hasSchema: false, mayCreate: false, forbiddenTables: []))
    }

    @Test func `a server that cannot be reached is an error`() async {
        await #expect(throws: StorageError.self) {
            try await ServerExamination.examine(url: "postgresql://bot@127.0.0.1:1/chat", schema: schema, time: SystemTime())
        }
    }
}
