/// Spreads starts so that no window of time holds more than its limit. Holds no clock: it is told the time, and names the start.
package struct SlidingWindowRateLimiter: Sendable {
    private let period: Duration
    private var starts: [Duration]
    private var oldest = 0

    /// - Parameters:
    ///   - limit: starts allowed in any second; at least one.
    ///   - margin: added to the second, because timers wake late and two starts may thereby come closer than planned.
    package init(limit: Int, margin: Duration = .milliseconds(100)) {
        period = .seconds(1) + margin
        starts = Array(repeating: .zero - period, count: max(1, limit))
    }

    /// Takes the next free start, at `now` or later. Starts are given out in the order in which they are asked for.
    package mutating func reserve(at now: Duration) -> Duration {
        let start = max(now, starts[oldest] + period)
        starts[oldest] = start
        oldest = (oldest + 1) % starts.count
        return start
    }
}
