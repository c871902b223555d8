package import ConnectorKit
package import Foundation
import Moderation
package import PostgreSQLStorage

/// The status of a running application.
package struct StatusReport: Codable, Sendable, Hashable {
    package struct Reason: Codable, Sendable, Hashable {
        package var part: String
        package var lines: [String]
    }

    /// All parts that a report may name.
    package static let parts =
        HealthMonitor.Part.allCases.map(\.rawValue)
        + ["answers", "archive", "backlog", "connections", "data", "limits", "relays", "store"]

    package struct Rules: Codable, Sendable, Hashable {
        package var version: String
        package var enforced: Int
        package var shadow: Int
        package var disabled: Int
    }

    package struct Store: Codable, Sendable, Hashable {
        package var entries: Int64
        package var waiting: Int
        /// The number of deliveries that were not sent, by their status.
        package var deliveries: [String: Int]
        package var openCases: Int
        /// The number of history gaps that could not be filled yet.
        package var gaps: Int
        /// The number of open dead letters; nil from an older build.
        package var deadLetters: Int?
    }

    package struct Heartbeats: Codable, Sendable, Hashable {
        package var count: Int
        /// The delay of the latest heartbeat.
        package var latestMilliseconds: Double
    }

    package var pid: Int32
    package var startedAt: Date
    package var now: Date
    package var connection: String
    package var isConnected: Bool
    /// A Boolean value that indicates whether no connection has been established yet; nil from an older build.
    package var isStarting: Bool?
    /// A Boolean value that indicates whether another process runs the bot and this one waits to take over; nil if not.
    package var isStandby: Bool?
    /// The heartbeats; nil from an older build.
    package var heartbeats: Heartbeats?
    package var rules: Rules
    /// The counts of the store; nil while it cannot be read, which `degraded` explains.
    package var store: Store?
    /// The reasons for a degraded status; empty if there is no problem.
    package var degraded: [Reason]
    /// The suspended bots and the reasons, which `degraded` includes too.
    package var suspendedBots: [String: String]
    /// The channels that rules have locked or slowed down, one line each; nil if there are none, or from an older build.
    package var restrictions: [String]?
    /// The status of each connection; nil if none is configured.
    package var connectors: [ConnectorStatus]?
    /// Deliveries that wait for connections no longer configured, one line each.
    package var missingConnectors: [String]?
    /// The processes of the store; nil if it is in a file, or its server does not answer.
    package var cluster: Cluster?

    /// The status of the connections for a terminal.
    package var connectorLines: [String] {
        let lines = (connectors ?? []).flatMap(\.lines) + (missingConnectors ?? [])
        return lines.isEmpty ? ["no connections configured; add them under `connections` in config.yaml"] : lines
    }

    /// A Boolean value that indicates whether nothing is to be done about the process.
    package var isHealthy: Bool { degraded.isEmpty && (isConnected || isStandby == true) }

    private var headline: String {
        if isStarting == true { return "connecting" }
        guard isHealthy else { return "degraded" }
        return isStandby == true ? "standing by" : "ok"
    }

    package func human() -> String {
        let uptime = Duration.seconds(now.timeIntervalSince(startedAt).rounded())
        var lines = [
            headline,
            "up      \(uptime.formatted(.units(allowed: [.days, .hours, .minutes, .seconds]))) (process \(pid))",
            "gateway \(connection)",
            "rules   revision \(rules.version): \(rules.enforced) enforced, \(rules.shadow) in shadow, \(rules.disabled) disabled",
            "store   \(store?.human ?? (isStandby == true ? "used by the active node" : "unknown: the database cannot be read"))",
        ]
        if let count = store?.deadLetters, count > 0 {
            lines.append("bots    \(count) dead \(count == 1 ? "letter" : "letters"); `mezon-bot dead-letters list` shows why")
        }
        if let cluster { lines.append("cluster \(cluster.line(in: .current))") }
        for connector in connectors ?? [] { lines.append("network \(connector.name): \(connector.text)") }
        for line in restrictions ?? [] { lines.append("channel \(line)") }
        for reason in degraded { lines += ["\(reason.part):"] + reason.lines.map { "  \($0)" } }
        return lines.joined(separator: "\n")
    }
}

extension StatusReport.Store {
    fileprivate var human: String {
        let unsent = deliveries.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let cases = "\(openCases) open case\(openCases == 1 ? "" : "s")"
        return
            "\(entries) entries, \(waiting) pending; unsent deliveries: \(unsent.isEmpty ? "none" : unsent); \(cases)"
            + (gaps > 0 ? "; \(gaps) history gaps" : "")
    }
}
