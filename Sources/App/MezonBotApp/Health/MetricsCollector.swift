import BotConfiguration
import Delivery
import Foundation
import MezonClient
import RuleEngine
import Storage

/// Collects the figures of the running application when they are asked for.
///
/// Nothing is measured for it on the path of a message but the time of rules, at some messages: it reads the stores, as the status does, and
/// counts that their transactions keep.
struct MetricsCollector: Sendable {
    let stores: DataStores
    let ruleEngine: RuleEngine
    let deliveries: DeliveryService
    let socket: MezonConnection
    let reloader: ReloadService
    /// The scheduled backups; nil if the configuration has none.
    let backup: BackupSettings?
    /// The export of spans; nil if the configuration has none.
    let tracing: TraceExporter?
    let status: @Sendable () async throws -> StatusReport

    func metrics() async throws -> ApplicationMetrics {
        let store = stores.store
        // Read before the last entry, so that the difference is not negative.
        let archived = stores.archive.position
        let lag = max(0, try await store.reader.lastSequence() - archived)
        return ApplicationMetrics(
            status: try await status(), store: store.statistics, gateway: .init(socket.counts),
            rules: reloader.current.rules.listing.map(\.id), ruleCosts: ruleEngine.costs,
            waitingEntries: try await store.journal.waitingEntries(),
            waitingDeliveries: Backlog(try await store.outbox.waitingDeliveries().values),
            rateLimitDelays: deliveries.rateLimitDelays, archiveLag: lag, isStoreDegraded: store.isDegraded,
            isArchiveDegraded: stores.archive.isDegraded, deadLetters: try await store.reader.openDeadLetterCount(),
            backups: backup.map {
                .init(
                    interval: $0.interval, newest: BackupFolder($0, dataFolder: stores.folder.path).dates().last)
            },
            spans: tracing.map { .init(exported: $0.counts.exported, dropped: $0.counts.dropped) }, process: .current())
    }
}

extension ApplicationMetrics.Gateway {
    fileprivate init(_ counters: ConnectionCounters) {
        self.init(
            attempts: counters.attempts, connections: counters.connections, undecodableFrames: counters.undecodableFrames)
    }
}
