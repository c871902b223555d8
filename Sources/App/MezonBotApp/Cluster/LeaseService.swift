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
            logger.warning("The lease ends", metadata: ["cluster.reason": "\(ending)"])
            if case .lost = ending { throw ending }
        } catch is CancellationError {
            return
        }
    }
}
