import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import Logging
import ServiceLifecycle
import Storage

/// Backs up the data directory at intervals, and deletes the oldest backups.
///
/// The first interval counts from the newest backup in the folder, so that a restart makes no further one.
struct BackupService: Service {
    let settings: BackupSettings
    let dataFolder: String
    /// Returns the texts of the current configuration files, without secrets.
    let configuration: @Sendable () -> [String: String]
    let health: HealthMonitor
    let time: any TimeSource
    let logger: Logger

    private static let retryDelay = Duration.seconds(600)

    private var folder: BackupFolder { BackupFolder(settings, dataFolder: dataFolder) }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                try await time.sleep(for: folder.delay(every: settings.interval, at: time.now))
                while true {
                    try await time.sleep(for: try await backUp() ? settings.interval : Self.retryDelay)
                }
            }
        } catch is CancellationError {
            return
        }
    }

    /// - Returns: Whether the backup was made. A failure is logged and shown by the status until a backup succeeds.
    private func backUp() async throws -> Bool {
        let (folder, date, flag) = (folder, time.now, CancellationFlag())
        let backup = StoreBackup(of: dataFolder, configuration: configuration(), flag: flag)
        do {
            let (manifest, deleted) = try await onDedicatedThread(cancelling: flag) {
                try folder.create()
                let manifest = try backup.write(to: folder.file(at: date), at: date)
                return (manifest, try folder.prune(keeping: settings.keep, after: date))
            }
            health.clear(.backup)
            logger.info(
                "Backup written",
                metadata: [
                    "backup.file": "\(folder.file(at: date))", "backup.entries": "\(manifest.lastSequence)",
                    "backup.deleted": "\(deleted)",
                ])
            return true
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let reason = StorageErrorDescription.words(for: error)
            health.degrade(.backup, ["the scheduled backup failed: \(reason)", lastLine])
            logger.error("Scheduled backup failed", metadata: ["backup.error": "\(reason)"])
            return false
        }
    }

    private var lastLine: String {
        folder.dates().last.map { "the newest backup in \(folder.path) is of \($0.formatted(.iso8601))" }
            ?? "there is no backup in \(folder.path)"
    }
}
