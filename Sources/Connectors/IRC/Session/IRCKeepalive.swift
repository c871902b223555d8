/// Detects whether a silent connection is still alive.
struct IRCKeepalive: Equatable, Sendable {
    enum Decision: Equatable { case wait, ping, dead }

    static let period: Duration = .seconds(30)
    static let timeout: Duration = .seconds(30)

    private var heardAt: Duration
    private var pingedAt: Duration?

    init(at uptime: Duration) { heardAt = uptime }

    /// Records that data arrived, or that reading resumed after a pause.
    mutating func heard(at uptime: Duration) {
        heardAt = uptime
        pingedAt = nil
    }

    mutating func decision(at uptime: Duration) -> Decision {
        if let pingedAt { return uptime >= pingedAt + Self.timeout ? .dead : .wait }
        guard uptime >= heardAt + Self.period else { return .wait }
        pingedAt = uptime
        return .ping
    }
}
