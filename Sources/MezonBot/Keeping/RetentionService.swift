import Foundation
import Logging
import MezonModel
import Persistence
import ServiceLifecycle

/// Sweeps at the start of the house, and every hour.
struct RetentionService: Service {
    let store: Store
    let archive: Archive
    /// The policy that is in force.
    let policy: @Sendable () -> RetentionPolicy
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
        let policy = policy()
        guard !policy.isForEver else { return }
        do {
            let report = try await RetentionSweep(store: store, archive: archive, policy: policy).run(at: time.now)
            if !report.isEmpty {
                logger.info("Texts whose time is over were removed", metadata: ["retention.removed": "\(report.text)"])
            }
            // The words of the index go once a day: merging it costs as much as it is large.
            if isFirstOfDay {
                try await archive.purge()
                _ = try await store.emptyLog()
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            logger.error(
                "Texts whose time is over could not be removed",
                metadata: ["retention.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }
}
