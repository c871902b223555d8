/// A rate limiter that spaces starts so that no time window exceeds the limit. It has no clock: callers pass the time and receive the start.
package struct SlidingWindowRateLimiter: Sendable {
    private let period: Duration
    private var starts: [Duration]
    private var oldest = 0

    /// - Parameters:
    ///   - limit: The number of starts in any second; at least one.
    ///   - margin: A tolerance added to the second, because timers fire late and two starts may come closer than planned.
    package init(limit: Int, margin: Duration = .milliseconds(100)) {
        period = .seconds(1) + margin
        starts = Array(repeating: .zero - period, count: max(1, limit))
    }

    /// Reserves a start now. Returns false if the limit does not permit it.
    ///
    /// - Parameter spare: The number of starts that must be possible after this one.
    package mutating func start(at now: Duration, sparing spare: Int = 0) -> Bool {
        guard starts[(oldest + min(spare, starts.count - 1)) % starts.count] + period <= now else { return false }
        return reserve(at: now) == now
    }

    /// Reserves the next free start at or after `now`, in the order of the calls.
    package mutating func reserve(at now: Duration) -> Duration {
        let start = max(now, starts[oldest] + period)
        starts[oldest] = start
        oldest = (oldest + 1) % starts.count
        return start
    }
}
