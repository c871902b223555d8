/// So many calls at once, and as many in each minute that follows.
struct WebhookRateLimiter {
    private let mostPerMinute: Int
    private var left: Double
    private var at: Duration

    init(mostPerMinute: Int, at now: Duration) {
        self.mostPerMinute = max(mostPerMinute, 1)
        left = Double(self.mostPerMinute)
        at = now
    }

    /// nil where a call may come; else how long it has to wait.
    mutating func wait(at now: Duration) -> Duration? {
        let perSecond = Double(mostPerMinute) / 60
        left = min(Double(mostPerMinute), left + max(0, (now - at) / .seconds(1)) * perSecond)
        at = now
        guard left < 1 else {
            left -= 1
            return nil
        }
        return .seconds((1 - left) / perSecond)
    }
}
