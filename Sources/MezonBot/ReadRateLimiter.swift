import MezonModel
import SendPipeline
import Synchronization

/// Spreads the house's reading calls, so that all who read together stay below what the server bears.
final class ReadRateLimiter: Sendable {
    private let time: any TimeSource
    private let rate: Mutex<SlidingWindowRateLimiter?>

    /// - Parameter perSecond: calls that may start in any second; nil for no limit.
    init(perSecond: Int?, time: any TimeSource) {
        self.time = time
        rate = Mutex(perSecond.map { SlidingWindowRateLimiter(limit: $0) })
    }

    /// Returns when the next call may start.
    func wait() async throws {
        let now = time.uptime
        if let start = rate.withLock({ $0?.reserve(at: now) }), start > now { try await time.sleep(until: start) }
    }
}
