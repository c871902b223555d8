/// Decides when to ping and when to give up a connection.
///
/// A connection that dies right after the response to a ping is detected after one period and one timeout: twenty seconds with Mezon's
/// values.
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
    let timeout: Duration
    private var state: State
    private var isPaused = false

    init(period: Duration, timeout: Duration, startedAt uptime: Duration) {
        self.period = period
        self.timeout = timeout
        state = .quiet(until: uptime + period)
    }

    /// The uptime of the next decision.
    var deadline: Duration {
        switch state {
        case .quiet(let until), .pinged(_, let until): until
        }
    }

    /// Records that data arrived. The next ping keeps its time, so that the connection is tested even while the server sends.
    mutating func dataReceived() {
        if case .pinged(let at, _) = state { state = .quiet(until: at + period) }
    }

    /// Suspends the timeout while nothing is read, because silence then says nothing about the server.
    mutating func pause() { isPaused = true }

    mutating func resume(at uptime: Duration) {
        isPaused = false
        if case .pinged(let at, _) = state { state = .pinged(at: at, until: uptime + timeout) }
    }

    mutating func decision(at uptime: Duration) -> Decision {
        guard uptime >= deadline else { return .wait }
        switch state {
        case .quiet:
            state = .pinged(at: uptime, until: uptime + timeout)
            return .ping
        case .pinged(let at, _):
            guard isPaused else { return .dead }
            state = .pinged(at: at, until: uptime + timeout)
            return .wait
        }
    }
}
