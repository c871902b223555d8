import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

@testable import PostgreSQLStorage

/// Leases on a real server: that of `TEST_DATABASE_URL`, which `Tests/PostgreSQL/run` starts.
@Suite(.enabled(if: TestServer.url != nil, "TEST_DATABASE_URL names no PostgreSQL server"))
struct PostgreSQLLeaseTests {
    private let url: String
    private let schema: String
    private let time = ManualTime()

    init() throws {
        url = try #require(TestServer.url)
        schema = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
    }

    private func node(_ name: String) -> ClusterNode {
        ClusterNode(name: name, process: UUID().uuidString, pid: 7, version: "1.0")
    }

    /// A process, which has been connected for long if it is connected.
    private func session(_ name: String) throws -> LeaseSession {
        LeaseSession(try PostgreSQLLocation(url: url, schema: schema), node: node(name), time: DatabaseClock(time))
    }

    private func lease(_ name: String) throws -> PostgreSQLLease {
        try .take(url: url, schema: schema, as: node(name), time: DatabaseClock(time))
    }

    private func execute(_ script: String) throws {
        let connection = try PostgreSQLConnection(url: url)
        try connection.execute(script: "SET search_path = \(schema), pg_catalog; \(script)")
    }

    private func endConnections(_ purpose: String) throws {
        try execute(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'mezon-bot \(schema) \(purpose)'
            """)
    }

    private var cluster: Cluster { get throws { try ClusterAdministration(url: url, schema: schema).cluster() } }

    /// Has a node report that it stands by, and become one that has been connected for long.
    private func standBy(_ session: LeaseSession) throws {
        guard case .waiting = try session.attempt(standsBy: true) else {
            Issue.record("the lease was free")
            return
        }
        time.advance(by: LeaseTerms.reconnection + .milliseconds(1))
    }

    /// Ends the connections of both nodes, as a restart of the server does. The one that stands by leaves the lease to node a for a while.
    private func restart(_ standby: LeaseSession) throws {
        try endConnections("lease")
        #expect(throws: PostgreSQLError.self) { try standby.attempt(standsBy: true) }
        guard case .waiting(.held(by: "a")) = try standby.attempt(standsBy: true) else {
            throw StorageError.server(schema: schema, reason: "the lease was taken too early")
        }
    }

    private func grant(_ session: LeaseSession) throws -> LeaseSession.Grant {
        let attempt = try session.attempt(standsBy: true)
        guard case .taken(let grant) = attempt else { throw StorageError.server(schema: schema, reason: "\(attempt)") }
        return grant
    }

    @Test func `a node stands by until the lease is released`() throws {
        let first = try lease("a")
        #expect(first.epoch == 1 && first.reason == "first start" && first.isCurrent)
        let second = try session("b")
        guard case .waiting(.held(by: "a")) = try second.attempt(standsBy: true) else {
            Issue.record("the lease was not held by a")
            return
        }
        #expect(try cluster.active == "a")
        #expect(try cluster.nodes.map(\.role) == [.standby])
        first.release()
        let grant = try grant(second)
        #expect(grant.position.epoch == 2 && !grant.isAbrupt && grant.reason == "a stopped")
        #expect(try cluster.moves.map(\.reason) == ["a stopped", "first start"])
    }

    @Test func `a node whose connection ends is followed at once, and finds that it has lost the lease`() throws {
        let first = try session("a")
        let epoch = try grant(first).position.epoch
        let second = try session("b")
        try standBy(second)
        try restart(second)
        time.advance(by: LeaseTerms.reconnection + .milliseconds(1))
        let grant = try grant(second)
        #expect(grant.isAbrupt && grant.reason.hasPrefix("the process of a ended"))
        guard case .lost("b runs the bot now") = try renewal(of: first, epoch) else {
            Issue.record("the lease was not lost")
            return
        }
    }

    @Test func `a node that has renewed its lease since the server restarted is followed at once when it ends`() throws {
        let first = try session("a")
        let epoch = try grant(first).position.epoch
        let second = try session("b")
        try standBy(second)
        try restart(second)
        time.advance(by: LeaseTerms.renewalInterval)
        guard case .renewed(nil) = try renewal(of: first, epoch) else {
            Issue.record("the lease was not renewed")
            return
        }
        try execute(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE locktype = 'advisory' AND granted AND application_name = 'mezon-bot \(schema) lease'
            """)
        #expect(try grant(second).isAbrupt)
    }

    /// Renews after the first attempt has found the connection lost.
    private func renewal(of session: LeaseSession, _ epoch: Int64) throws -> LeaseSession.Renewal {
        do { return try session.renew(epoch) } catch is PostgreSQLError { return try session.renew(epoch) }
    }

    @Test func `a node that has connected again keeps its lease`() throws {
        let first = try session("a")
        let epoch = try grant(first).position.epoch
        try endConnections("lease")
        guard case .renewed(nil) = try renewal(of: first, epoch) else {
            Issue.record("the lease was not renewed")
            return
        }
    }

    @Test func `a node that does not answer loses its connections`() throws {
        let first = try PostgreSQLDatabase(try lease("a"), cipher: nil, time: time)
        defer { first.close() }
        let second = try session("b")
        try standBy(second)
        // As if it had stopped three seconds ago: its connections are open, and it renews nothing.
        try execute("UPDATE lease SET process = 'stopped', until = server_time() - 1")
        guard case .waiting = try second.attempt(standsBy: true) else {
            Issue.record("the lock was free")
            return
        }
        let grant = try grant(second)
        #expect(grant.isAbrupt && grant.reason == "a did not answer")
        first.writer.withSession { session in
            #expect { try session.begin() } throws: { ($0 as? PostgreSQLError)?.isTemporary == false }
        }
        #expect(first.lease.ending.map { if case .lost = $0 { true } else { false } } == true && !first.lease.isCurrent)
    }

    @Test func `a process may act again once its thread has renewed the lease`() async throws {
        let first = try lease("a")
        defer { first.release() }
        #expect(first.isCurrent)
        time.advance(by: LeaseTerms.validity)
        while !first.isCurrent { await Task.yield() }
        #expect(first.ending == nil)
    }

    @Test func `a drained node gives the lease up and does not take it again`() async throws {
        let first = try lease("a")
        let second = try session("b")
        try standBy(second)
        let administration = try ClusterAdministration(url: url, schema: schema)
        #expect(throws: ClusterError.unknown("c", known: ["b"])) { try administration.drain("c", isForced: false) }
        try administration.drain("b", isForced: false)
        #expect(try cluster.nodes.map(\.role) == [.draining])
        first.release()
        guard case .waiting(.drained) = try second.attempt(standsBy: true) else {
            Issue.record("a drained node took the lease")
            return
        }
        try administration.resume("b")
        #expect(try grant(second).position.epoch == 2)
    }

    @Test func `a move reaches the node that has the lease, and the named one takes it`() async throws {
        let first = try lease("a")
        let administration = try ClusterAdministration(url: url, schema: schema)
        #expect(throws: ClusterError.noStandby("a")) { try administration.move(to: nil) }
        let (second, third) = (try session("b"), try session("c"))
        try standBy(second)
        try standBy(third)
        #expect(throws: ClusterError.unknown("d", known: ["b", "c"])) { try administration.move(to: "d") }
        #expect(try administration.move(to: "c") == "c")
        while first.ending == nil { await Task.yield() }
        #expect(first.ending == .requested("moved to c"))
        first.release()
        guard case .waiting(.free) = try second.attempt(standsBy: true) else {
            Issue.record("another node than the named one took the lease")
            return
        }
        #expect(try grant(third).reason == "moved to c")
        #expect(try cluster.successor == nil)
    }

    @Test func `two processes of a name do not stand by at the same time`() throws {
        let first = try lease("a")
        defer { first.release() }
        let second = try session("b")
        try standBy(second)
        #expect {
            _ = try session("b").attempt(standsBy: true)
        } throws: { "\($0)".contains("--node") }
    }

    @Test func `tables of the version without leases are upgraded by the process that takes the store`() throws {
        try lease("a").release()
        try execute(
            """
            DROP TABLE blob; DROP TABLE lease; DROP TABLE lease_change; DROP TABLE node; DROP FUNCTION server_time();
            DROP TABLE state_checkpoint; DROP TABLE former_rule_state;
            UPDATE schema_version SET version = 1
            """)
        #expect(throws: StorageError.server(schema: schema, reason: "no bot has run with it yet")) { try cluster }
        #expect(try grant(session("b")).position.epoch == 2)
        #expect(try cluster.active == "b")
    }

    @Test func `tables of the version without checkpoints are upgraded by the process that takes the store`() throws {
        try lease("a").release()
        try execute("DROP TABLE state_checkpoint; DROP TABLE former_rule_state; UPDATE schema_version SET version = 2")
        #expect(try grant(session("b")).position.epoch == 2)
        try execute("INSERT INTO state_checkpoint VALUES (1, 1, 1); DELETE FROM state_checkpoint")
    }

    @Test func `the clock of the previous process is known`() throws {
        try lease("a").release()
        let clock = time.now
        time.advance(by: .seconds(60))
        let second = try lease("b")
        defer { second.release() }
        // It goes on with the clock of the server while nobody has the lease, and with that of this process from then on.
        let predecessor = try #require(second.predecessorTime)
        #expect((0..<10).contains(predecessor.timeIntervalSince(clock)))
        time.advance(by: .seconds(60))
        #expect(second.predecessorTime == predecessor + 60)
    }
}
