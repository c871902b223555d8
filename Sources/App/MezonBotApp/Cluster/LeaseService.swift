import Logging
import ServiceLifecycle
import Storage

/// Ends the services when the process is to stop running the bot: gracefully if it is asked to, at once if it has lost the lease.
struct LeaseService: Service {
    let lease: any StoreLease
    /// Ends the connection to Mezon without sending what is still unsent, for a reason.
    let resetConnection: @Sendable (String) -> Void
    let logger: Logger

    /// - Throws: `LeaseEnding.lost`.
    func run() async throws {
        let ending = try await withThrowingTaskGroup(of: LeaseEnding?.self) { group in
            group.addTask {
                do {
                    return try await cancelWhenGracefulShutdown { try await lease.waitForEnding() }
                } catch is CancellationError {
                    return nil
                }
            }
            group.addTask {
                while true {
                    try await lease.waitForLapse()
                    resetConnection("the database does not confirm that this node runs the bot")
                    try await lease.waitUntilCurrent()
                }
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        guard let ending else { return }
        guard case .lost = ending else {
            return logger.info("Another node takes over", metadata: ["cluster.reason": "\(ending)"])
        }
        resetConnection("another node runs the bot")
        logger.warning("The lease is lost", metadata: ["cluster.reason": "\(ending)"])
        throw ending
    }
}
