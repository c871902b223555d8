import AsyncSupport
package import ChatModel
import Synchronization

/// Limits the rate of read requests of all services together to what the server accepts.
package final class ReadRateLimiter: Sendable {
    private let time: any TimeSource
    private let rate: Mutex<SlidingWindowRateLimiter?>

    /// - Parameter perSecond: The maximum number of calls that may start in any second; nil for no limit.
    package init(perSecond: Int?, time: any TimeSource) {
        self.time = time
        rate = Mutex(perSecond.map { SlidingWindowRateLimiter(limit: $0) })
    }

    /// Waits until the next call may start.
    package func wait() async throws {
        let now = time.uptime
        if let start = rate.withLock({ $0?.reserve(at: now) }), start > now { try await time.sleep(until: start) }
    }
}
