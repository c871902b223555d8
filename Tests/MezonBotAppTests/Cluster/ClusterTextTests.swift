import Foundation
import Testing

@testable import MezonBotApp
@testable import PostgreSQLStorage

struct ClusterTextTests {
    private let utc = TimeZone(secondsFromGMT: 0)!
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    private func node(_ name: String, _ role: Cluster.Node.Role) -> Cluster.Node {
        Cluster.Node(
            name: name, role: role, pid: 7, version: "0.2.0", startedAt: start, seenAt: start, isDrained: role == .draining)
    }

    @Test func `the line names who is active and why, and the others by what they do`() {
        let cluster = Cluster(
            active: "a", successor: "b",
            nodes: [node("a", .active), node("b", .standby), node("c", .draining), node("d", .gone)],
            moves: [
                Cluster.Move(epoch: 2, at: start, node: "a", reason: "b did not answer"),
                Cluster.Move(epoch: 1, at: start, node: "b", reason: "first start"),
            ])
        #expect(
            cluster.line(in: utc)
                == "active on a since 2026-01-01 00:00:00 UTC (b did not answer); standing by: b; drained: c; gone: d; moving to b"
        )
        #expect(Cluster(active: nil, nodes: [], moves: []).line(in: utc) == "active on no node")
    }

    @Test func `a node that stands by is well without a connection`() {
        var report = StatusReport(
            pid: 7, startedAt: start, now: start, connection: "not connected: b runs the bot", isConnected: false,
            isStandby: true,
            rules: .init(version: "r", enforced: 1, shadow: 0, disabled: 0), store: nil, degraded: [], suspendedBots: [:])
        #expect(report.isHealthy)
        #expect(report.human().hasPrefix("standing by\n") && report.human().contains("store   used by the active node"))
        report.degraded = [.init(part: "store", lines: ["the database does not answer"])]
        #expect(!report.isHealthy && report.human().hasPrefix("degraded\n"))
    }
}
