import Logging
import ServiceLifecycle
import Storage

/// Ends the services when the process is to stop running the bot: gracefully if it is asked to, at once if it has lost the lease.
struct LeaseService: Service {
    let lease: any StoreLease
    let logger: Logger

    /// - Throws: `LeaseEnding.lost`.
    func run() async throws {
        do {
            let ending = try await cancelWhenGracefulShutdown { try await lease.waitForEnding() }
            guard case .lost = ending else {
                return logger.info("Another node takes over", metadata: ["cluster.reason": "\(ending)"])
            }
            logger.warning("The lease is lost", metadata: ["cluster.reason": "\(ending)"])
            throw ending
        } catch is CancellationError {
            return
        }
    }
}
