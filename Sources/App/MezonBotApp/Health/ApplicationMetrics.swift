package import AsyncSupport
package import Foundation
package import RuleEngine
package import Storage

/// The figures of the running application for monitoring. They name rules and connections, but neither clans nor people.
package struct ApplicationMetrics: Sendable {
    package struct Backups: Hashable, Sendable {
        package var interval: Duration
        /// The time of the newest backup; nil if there is none.
        package var newest: Date?

        package init(interval: Duration, newest: Date?) {
            self.interval = interval
            self.newest = newest
        }
    }

    package struct Spans: Hashable, Sendable {
        package var exported: Int
        package var dropped: Int

        package init(exported: Int, dropped: Int) {
            self.exported = exported
            self.dropped = dropped
        }
    }

    /// The connection to the gateway since the start.
    package struct Gateway: Hashable, Sendable {
        /// The number of attempts to connect.
        package var attempts: Int
        /// The number of connections that became ready.
        package var connections: Int
        package var undecodableFrames: Int

        package init(attempts: Int = 0, connections: Int = 0, undecodableFrames: Int = 0) {
            self.attempts = attempts
            self.connections = connections
            self.undecodableFrames = undecodableFrames
        }
    }

    package var status: StatusReport
    package var store: StoreStatistics.Figures
    package var gateway: Gateway
    /// The ids of the rules of the active configuration.
    package var rules: [String]
    /// The time that rules take, by their id, since the start or the last change of rules; not of those that were not measured.
    package var ruleCosts: [String: RuleCost]
    package var waitingEntries: Backlog
    package var waitingDeliveries: Backlog
    package var rateLimitDelays: RateLimitDelays
    /// The number of entries that are not in the archive yet.
    package var archiveLag: Int64
    package var isStoreDegraded: Bool
    package var isArchiveDegraded: Bool
    /// The number of open dead letters.
    package var deadLetters: Int
    /// The scheduled backups; nil if the configuration has none.
    package var backups: Backups?
    /// The spans that were exported and those that were dropped; nil if the configuration exports none.
    package var spans: Spans?
    package var process: ProcessFigures

    package init(
        status: StatusReport, store: StoreStatistics.Figures = .init(), gateway: Gateway = .init(),
        rules: [String] = [], ruleCosts: [String: RuleCost] = [:], waitingEntries: Backlog = .init(),
        waitingDeliveries: Backlog = .init(),
        rateLimitDelays: RateLimitDelays = .init(), archiveLag: Int64 = 0, isStoreDegraded: Bool = false,
        isArchiveDegraded: Bool = false, deadLetters: Int = 0, backups: Backups? = nil, spans: Spans? = nil,
        process: ProcessFigures = .init()
    ) {
        self.status = status
        self.store = store
        self.gateway = gateway
        self.rules = rules
        self.ruleCosts = ruleCosts
        self.waitingEntries = waitingEntries
        self.waitingDeliveries = waitingDeliveries
        self.rateLimitDelays = rateLimitDelays
        self.archiveLag = archiveLag
        self.isStoreDegraded = isStoreDegraded
        self.isArchiveDegraded = isArchiveDegraded
        self.deadLetters = deadLetters
        self.backups = backups
        self.spans = spans
        self.process = process
    }
}
