import ChatModel
import Foundation
import Logging
import MezonProtocol
import Storage
import Synchronization

/// The delays before further attempts.
extension DeliveryService {
    /// Waits until the retry time that an earlier run recorded.
    func waitUntilDue(_ delivery: Delivery) async throws {
        let wait = delivery.retryAt.timeIntervalSince(time.now)
        guard wait > 0 else { return }
        // The wait is limited, in case the wall clock was wrong when the time was recorded.
        try await time.sleep(for: min(.seconds(wait), retries.maxServerDelay))
    }

    /// The delay before the next attempt; nil if the delivery must be given up.
    func pause(after tries: Int, of action: ResolvedAction, _ error: SendError) -> Duration? {
        guard tries < min(retries.maxAttempts, action.web?.request.attempts ?? .max) else { return nil }
        if case .unavailable(_, let retryAfter?) = error { return min(max(.zero, retryAfter), retries.maxServerDelay) }
        if case .overtaken(let pending) = error { return pending }
        return state.withLock { retries.delay(after: tries, using: &$0.random) }
    }

    func historyPause(after tries: Int) -> Duration {
        state.withLock { retries.delay(after: tries, using: &$0.random) }
    }

    func noteUnverified(_ delivery: Delivery, because reason: String) {
        state.withLock { $0.unverified += 1 }
        logger.warning(
            "Unacknowledged send repeated without verification",
            metadata: [
                "outbox.delivery": "\(delivery.id)", "outbox.channel": "\(delivery.destination)", "outbox.reason": "\(reason)",
            ])
    }
}
