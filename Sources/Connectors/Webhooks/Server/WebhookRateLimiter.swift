/// A token bucket that permits a number of calls at once and as many in each following minute.
struct WebhookRateLimiter {
    private let maxPerMinute: Int
    private var left: Double
    private var at: Duration

    init(maxPerMinute: Int, at now: Duration) {
        self.maxPerMinute = max(maxPerMinute, 1)
        left = Double(self.maxPerMinute)
        at = now
    }

    /// Returns nil if a call is permitted, otherwise the time to wait.
    mutating func wait(at now: Duration) -> Duration? {
        let perSecond = Double(maxPerMinute) / 60
        left = min(Double(maxPerMinute), left + max(0, (now - at) / .seconds(1)) * perSecond)
        at = now
        guard left < 1 else {
            left -= 1
            return nil
        }
        return .seconds((1 - left) / perSecond)
    }
}
