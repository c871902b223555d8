import ChatModel
import Foundation
import Logging
import ServiceLifecycle
import Storage

/// Runs a retention sweep at the start of the application and every hour.
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
        guard !policy.keepsEverything else { return }
        do {
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
                "Expired texts not removed",
                metadata: ["retention.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }
}
