import AsyncSupport
import ChatModel
import Logging
import ServiceLifecycle
import Storage

/// Verifies the database files once, while the application runs. Damage is reported by the status; a damaged archive is replaced at the next
/// start.
struct DatabaseVerificationService: Service {
    let stores: DataStores
    let health: HealthMonitor
    let logger: Logger

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                let folder = stores.folder
                let store = stores.server == nil ? try await findings(in: folder.database) : .init()
                let archive = try await findings(in: folder.archive)
                let lines =
                    lines(store.structure, of: folder.database, "restart the bot, which saves what can be read into a new file")
                    + lines(store.rows, of: folder.database, "look for a failing disk; `mezon-bot data check` repeats the check")
                    + lines(archive.all, of: folder.archive, "restart the bot, which makes a new archive of the journal")
                if !lines.isEmpty { health.degrade(.damage, lines) }
                if !store.structure.isEmpty { note { try DamagedStore.makeNote(in: folder) } }
                if !archive.isEmpty { note(stores.archive.noteDamage) }
                try await suspendUntilCancelled()
            }
        } catch is CancellationError {
            return
        }
    }

    /// Lets the next start replace a file. If that cannot be noted, as on a full disk, the verification after it finds the damage again.
    private func note(_ makeNote: () throws -> Void) {
        do { try makeNote() } catch {
            logger.error(
                "Damage not noted", metadata: ["storage.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }

    /// The time until a file is verified again that could not be read.
    private static let pause = Duration.seconds(60)

    private func findings(in file: String) async throws -> DatabaseVerification.Damage {
        while true {
            do {
                let findings = try await DatabaseVerification(of: file).findings()
                for finding in findings.all {
                    logger.error("Database damaged", metadata: ["storage.file": "\(file)", "storage.error": "\(finding)"])
                }
                return findings
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                logger.warning(
                    "Database not verified",
                    metadata: ["storage.file": "\(file)", "storage.error": "\(StorageErrorDescription.words(for: error))"])
                guard (error as? any SQLError)?.isTemporary == true else { return .init() }
            }
            try await stores.store.time.sleep(for: Self.pause)
        }
    }

    private func lines(_ findings: [String], of file: String, _ advice: String) -> [String] {
        guard let first = findings.first else { return [] }
        let more = findings.count > 1 ? " and \(findings.count - 1) more findings" : ""
        return ["\(file) is damaged (\(first)\(more)): \(advice)"]
    }
}
