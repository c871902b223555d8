/// A rate limiter that permits a burst of starts and then one per interval (GCRA). It has no clock: callers pass the uptime.
package struct BurstRateLimiter: Equatable, Sendable {
    private let interval: Duration
    private let burstTolerance: Duration
    /// The uptime at which the next start would be due if all starts were evenly spaced.
    private var theoreticalStart = Duration.zero

    /// - Parameters:
    ///   - burst: The number of starts at once after a pause; at least one.
    ///   - every: The interval between further starts; no limit if it is zero or less.
    package init(burst: Int, every: Duration) {
        interval = max(every, .zero)
        burstTolerance = interval * max(burst - 1, 0)
    }

    /// The uptime of the next permitted start.
    package var nextStart: Duration { theoreticalStart - burstTolerance }

    package func isPermitted(at uptime: Duration) -> Bool { interval == .zero || uptime >= nextStart }

    /// Counts one start.
    ///
    /// - Parameter uptime: The current uptime. Urgent starts may exceed the limit; however many there are, the next
    ///   regular one is at most two intervals away.
    package mutating func record(at uptime: Duration) {
        theoreticalStart = min(max(theoreticalStart, uptime), uptime + burstTolerance + interval) + interval
    }

    /// Counts one start if it is permitted now.
    ///
    /// - Returns: Nil if it is, otherwise the time to wait.
    package mutating func wait(at uptime: Duration) -> Duration? {
        guard isPermitted(at: uptime) else { return nextStart - uptime }
        record(at: uptime)
        return nil
    }
}
