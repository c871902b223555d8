/// Permits a burst of starts and then one per interval. It has no clock: callers pass the uptime.
package struct BurstRateLimiter: Equatable, Sendable {
    private let every: Duration
    private let credit: Duration
    /// The uptime at which the starts so far are paid off.
    private var owedUntil = Duration.zero

    /// - Parameters:
    ///   - burst: the number of starts at once after a pause; at least one.
    ///   - every: the interval between further starts; no limit if it is zero or less.
    package init(burst: Int, every: Duration) {
        self.every = max(every, .zero)
        credit = self.every * max(burst - 1, 0)
    }

    /// The uptime of the next permitted start.
    package var opening: Duration { owedUntil - credit }

    package func isOpen(at uptime: Duration) -> Bool { every == .zero || uptime >= opening }

    /// Charges one start.
    ///
    /// - Parameter uptime: the current uptime. Urgent starts may be charged ahead of time; however many of those there are, the next
    ///   regular one is at most two intervals away.
    package mutating func charge(at uptime: Duration) {
        owedUntil = min(max(owedUntil, uptime), uptime + credit + every) + every
    }

    /// Charges one start if it is permitted now.
    ///
    /// - Returns: nil if it is, otherwise the time to wait.
    package mutating func wait(at uptime: Duration) -> Duration? {
        guard isOpen(at: uptime) else { return opening - uptime }
        charge(at: uptime)
        return nil
    }
}
