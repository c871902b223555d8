/// Keeps one connection alive: says what comes next after whatever happened.
struct ConnectionSupervisor {
    enum Event: Equatable {
        case started
        case opened
        case joined
        /// No connection came about, or the one there was is gone.
        case lost
        case waited
        /// The login is refused: no further try will help.
        case refused(String)
    }

    enum Action: Equatable {
        case open(attempt: Int)
        case join
        /// Stay until the connection is lost.
        case watch
        case wait(Duration)
        case stop(String)
    }

    private enum State: Equatable {
        case idle
        case opening
        case joining
        case ready(since: Duration)
        case waiting
        case stopped(String)
    }

    // A connection that lasts this long was a good one: the next loss starts counting afresh. A server that drops us
    // right after the join is asked ever more rarely.
    static let proof: Duration = .seconds(30)

    private var state = State.idle
    private var backoff: Backoff
    private var attempt = 0

    init(backoff: Backoff = Backoff()) { self.backoff = backoff }

    mutating func action(
        after event: Event, at uptime: Duration, using generator: inout some RandomNumberGenerator
    ) -> Action {
        switch (state, event) {
        case (.stopped(let reason), _):
            return .stop(reason)
        case (_, .refused(let reason)):
            state = .stopped(reason)
            return .stop(reason)
        case (.idle, .started), (.waiting, .waited):
            attempt += 1
            state = .opening
            return .open(attempt: attempt)
        case (.opening, .opened):
            state = .joining
            return .join
        case (.joining, .joined):
            state = .ready(since: uptime)
            return .watch
        case (.ready(let since), .lost):
            if uptime - since >= Self.proof {
                backoff.reset()
                attempt = 0
            }
            return wait(using: &generator)
        case (.opening, .lost), (.joining, .lost):
            return wait(using: &generator)
        case (.idle, _), (.opening, _), (.joining, _), (.ready, _), (.waiting, _):
            preconditionFailure("\(event) cannot follow \(state)")
        }
    }

    private mutating func wait(using generator: inout some RandomNumberGenerator) -> Action {
        state = .waiting
        return .wait(backoff.next(using: &generator))
    }
}
