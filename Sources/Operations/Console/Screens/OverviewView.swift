import ChatModel
import ConnectorKit
import Foundation
import MezonBotApp
import Moderation
import Storage

/// The overview: the report of `mezon-bot status`, with advice for what is degraded.
struct OverviewView: Sendable {
    struct Count: Sendable {
        let label: String
        let count: Int
    }

    struct Degradation: Sendable {
        let part: String
        let lines: [String]
        let advice: String
    }

    struct Connection: Sendable {
        let name: String
        let network: String
        let text: String
        let state: String
    }

    /// `ok`, `degraded` or `connecting`, which the style sheet colours.
    let state: String
    let stateText: String
    let connection: String
    let startedAt: String
    let uptime: String
    let process: String
    /// The processes of a store on a server; nil for one in a file.
    let cluster: String?
    let heartbeat: String
    let revision: String
    let enforced: Int
    let shadow: Int
    let disabled: Int
    /// The counts of the store; nil while it cannot be read.
    let entries: Int64?
    let waiting: Int?
    let openCases: Int?
    let deadLetters: Int?
    let gaps: Int?
    let deliveries: [Count]
    let hasDeliveries: Bool
    let connectors: [Connection]
    let hasConnectors: Bool
    let problems: [Degradation]
    let hasProblems: Bool
    let watching: Int
    let dropped: Int
    /// The names of the session's clans.
    let clans: [String]
    /// A Boolean value that indicates whether the session sees the application as a whole.
    let isWhole: Bool
}

extension ConsoleContext {
    /// The overview. A session for some clans sees the connection, the rules and its own cases.
    func overview(watching: Int, dropped: Int, _ texts: Texts) async throws -> OverviewView {
        var report = try await status()
        var names: [String] = []
        if case .clans(let clans) = scope {
            names = try await reader.clans().filter { clans.contains($0.id) }.map(\.name).sorted()
            report.degraded = []
            report.connectors = nil
            report.store?.deliveries = [:]
            report.store?.deadLetters = try await deadLetters().count { $0.state == .open }
            report.store?.openCases = 0
            for clan in clans {
                var filter = CaseFilter()
                filter.clan = clan
                filter.isInForce = true
                report.store?.openCases += try await reader.cases(filter).count
            }
        }
        return OverviewView(
            report, watching: watching, dropped: dropped, clans: names, isWhole: scope.isEverything, in: zone, texts)
    }
}

extension OverviewView {
    init(
        _ report: StatusReport, watching: Int, dropped: Int, clans: [String], isWhole: Bool, in zone: TimeZone, _ texts: Texts
    ) {
        self.clans = clans
        self.isWhole = isWhole
        state = report.isStarting == true ? "connecting" : report.degraded.isEmpty && report.isConnected ? "ok" : "degraded"
        stateText = texts["state_\(state)"]
        connection = report.connection
        startedAt = report.startedAt.stamp(in: zone)
        uptime = Duration.seconds(report.now.timeIntervalSince(report.startedAt).rounded())
            .formatted(.time(pattern: .hourMinuteSecond))
        process = "\(report.pid)"
        cluster = isWhole ? report.cluster?.line(in: zone) : nil
        heartbeat = report.heartbeats.map { "\(Int($0.latestMilliseconds.rounded())) ms" } ?? "–"
        revision = report.rules.version
        enforced = report.rules.enforced
        shadow = report.rules.shadow
        disabled = report.rules.disabled
        entries = report.store?.entries
        waiting = report.store?.waiting
        openCases = report.store?.openCases
        deadLetters = report.store?.deadLetters
        gaps = report.store?.gaps
        deliveries = (report.store?.deliveries ?? [:]).sorted { $0.key < $1.key }.map { Count(label: $0.key, count: $0.value) }
        hasDeliveries = !deliveries.isEmpty
        connectors = (report.connectors ?? []).map {
            Connection(name: $0.name, network: $0.network, text: $0.text, state: $0.problems.isEmpty ? "ok" : "degraded")
        }
        hasConnectors = !connectors.isEmpty
        let unconnected = report.isConnected || report.isStarting == true
        problems =
            (unconnected ? [] : [Degradation(part: "gateway", lines: [report.connection], advice: texts["advice_gateway"])])
            + report.degraded.map { reason in
                let advice = texts.table["advice_\(reason.part)"] ?? ""
                return Degradation(part: reason.part, lines: reason.lines, advice: advice)
            }
        hasProblems = !problems.isEmpty
        self.watching = watching
        self.dropped = dropped
    }
}
