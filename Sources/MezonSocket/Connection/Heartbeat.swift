/// Decides when to ping and when to give a connection up.
///
/// A link that dies right after a ping's answer is noticed one period and one patience later: twenty seconds with Mezon's values.
struct Heartbeat: Equatable {
    enum Decision: Equatable {
        case wait
        case ping
        case dead
    }

    private enum State: Equatable {
        case quiet(until: Duration)
        case pinged(at: Duration, until: Duration)
    }

    let period: Duration
    let patience: Duration
    private var state: State
    private var isPaused = false

    init(period: Duration, patience: Duration, startedAt uptime: Duration) {
        self.period = period
        self.patience = patience
        state = .quiet(until: uptime + period)
    }

    /// When there is something to decide again.
    var deadline: Duration {
        switch state {
        case .quiet(let until), .pinged(_, let until): until
        }
    }

    /// Anything at all arrived: the link works. The next ping keeps its time, so the link is tested even while the server talks.
    mutating func heard() {
        if case .pinged(let at, _) = state { state = .quiet(until: at + period) }
    }

    /// While we do not read, silence says nothing about the server.
    mutating func pause() { isPaused = true }

    mutating func resume(at uptime: Duration) {
        isPaused = false
        if case .pinged(let at, _) = state { state = .pinged(at: at, until: uptime + patience) }
    }

    mutating func decision(at uptime: Duration) -> Decision {
        guard uptime >= deadline else { return .wait }
        switch state {
        case .quiet:
            state = .pinged(at: uptime, until: uptime + patience)
            return .ping
        case .pinged(let at, _):
            guard isPaused else { return .dead }
            state = .pinged(at: at, until: uptime + patience)
            return .wait
        }
    }
}
