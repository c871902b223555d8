import ChatModel
import Foundation
import Logging
import ServiceLifecycle
import Storage

/// Removes expired rule state and texts at the start of the application and every hour.
struct RetentionService: Service {
    let stores: DataStores
    /// The service that knows the active configuration, whose policy applies.
    let reloader: ReloadService
    let time: any TimeSource
    let logger: Logger

    private static let pause = Duration.seconds(3600)
    private static let roundsOfDay = 24

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                for round in 0... {
                    try await sweep(isFirstOfDay: round.isMultiple(of: Self.roundsOfDay))
                    try await time.sleep(for: Self.pause)
                }
            }
        } catch is CancellationError {
            return
        }
    }

    private func sweep(isFirstOfDay: Bool) async throws {
        let policy = RetentionPolicy(reloader.current.configuration)
        let (store, archive) = (stores.store, stores.archive)
        do {
            let expired = try await store.deleteExpiredRuleState()
            if expired > 0 { logger.debug("Expired rule state deleted", metadata: ["retention.entries": "\(expired)"]) }
            guard !policy.keepsEverything else {
                return try await store.state.deleteCheckpoints(before: time.now - policy.checkpointPeriod)
            }
            let report = try await RetentionSweep(store: store, archive: archive, policy: policy).run(at: time.now)
            if !report.isEmpty {
                logger.info("Expired texts removed", metadata: ["retention.removed": "\(report.text)"])
            }
            // Deleted words are purged from the index once a day, because the cost of merging grows with its size.
            if isFirstOfDay {
                try await archive.purge()
                _ = try await store.redactions.truncateLog()
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            logger.error(
                "Expired data not removed",
                metadata: ["retention.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }
}
