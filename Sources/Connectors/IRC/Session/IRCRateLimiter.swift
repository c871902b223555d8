import BotConfiguration

/// Limits commands to a burst and then to one per interval (RFC 1459 §8.10's message timer).
struct IRCRateLimiter: Equatable, Sendable {
    private let every: Duration
    private let credit: Duration
    /// The uptime at which the commands sent so far are paid off.
    private var owedUntil = Duration.zero

    init(_ pace: IRCSettings.RateLimit) {
        every = max(pace.every, .zero)
        credit = every * max(pace.burst - 1, 0)
    }

    /// The uptime at which the next command may be sent.
    var opening: Duration { owedUntil - credit }

    func isOpen(at uptime: Duration) -> Bool { every == .zero || uptime >= opening }

    /// Charges one command.
    ///
    /// - Parameter uptime: the current uptime. Urgent lines, such as an answer to a PING, may be charged ahead of time. However many of
    ///   those a server asks for, the next regular command is at most two intervals away.
    mutating func charge(at uptime: Duration) {
        owedUntil = min(max(owedUntil, uptime), uptime + credit + every) + every
    }
}
