import BotConfig

/// Keeps commands to a pace: so many at once, then one in each span (RFC 1459 §8.10's message timer).
struct IRCRateLimiter: Equatable, Sendable {
    private let every: Duration
    private let credit: Duration
    /// What was sent is paid off by then.
    private var owedUntil = Duration.zero

    init(_ pace: IRCSettings.RateLimit) {
        every = max(pace.every, .zero)
        credit = every * max(pace.burst - 1, 0)
    }

    /// When the next command may go.
    var opening: Duration { owedUntil - credit }

    func isOpen(at uptime: Duration) -> Bool { every == .zero || uptime >= opening }

    /// - Parameter uptime: now; what could not wait, such as an answer to a PING, may be charged before its time. However many of those
    ///   a server asks for, the next command of our own is never further away than two spans.
    mutating func charge(at uptime: Duration) {
        owedUntil = min(max(owedUntil, uptime), uptime + credit + every) + every
    }
}
