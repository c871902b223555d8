/// Keeps one connection alive: says what comes next after whatever happened.
struct ConnectionSupervisor {
    enum Event: Equatable {
        case started
        case opened
        case joined
        /// A server answered and did not take us in, or the connection there was is gone.
        case lost
        /// No server answered: it had no work with the try.
        case unreachable
        /// The server does not accept the token; another may do.
        case tokenRefused
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

    /// A connection that lasts this long was a good one: nothing that happened before it counts.
    static let proof: Duration = .seconds(30)
    /// Connections that end sooner are made again quickly, so many in such a time: a deploy or a load balancer that moves its clients
    /// costs seconds. A server that keeps dropping us right after the join is then asked ever more rarely.
    static let quickDrops = 20
    static let dropWindow: Duration = .seconds(600)
    /// A server that nobody reaches is looked for as often as at first for this long: there is none whom that costs anything.
    static let searchTime: Duration = .seconds(600)

    private var state = State.idle
    private var backoff: Backoff
    private var search = Backoff(longest: .seconds(2))
    private var drop = Backoff(longest: .seconds(1.5))
    private var attempt = 0
    /// Since when no server was reached.
    private var searchingSince: Duration?
    /// When connections were lost that had not lasted.
    private var drops: [Duration] = []
    private var hasReplacedToken = false

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
            return open()
        case (.opening, .opened):
            searchingSince = nil
            search.reset()
            state = .joining
            return .join
        case (.joining, .joined):
            hasReplacedToken = false
            attempt = 0
            state = .ready(since: uptime)
            return .watch
        case (.ready(let since), .lost):
            return wait(afterDropOf: uptime - since, at: uptime, using: &generator)
        case (.opening, .unreachable):
            let since = searchingSince ?? uptime
            searchingSince = since
            return wait(uptime - since < Self.searchTime ? search.next(using: &generator) : backoff.next(using: &generator))
        case (.opening, .tokenRefused) where !hasReplacedToken:
            hasReplacedToken = true
            return open()
        case (.opening, .lost), (.opening, .tokenRefused), (.joining, .lost):
            searchingSince = nil
            return wait(backoff.next(using: &generator))
        case (.idle, _), (.opening, _), (.joining, _), (.ready, _), (.waiting, _):
            preconditionFailure("\(event) cannot follow \(state)")
        }
    }

    private mutating func open() -> Action {
        attempt += 1
        state = .opening
        return .open(attempt: attempt)
    }

    private mutating func wait(
        afterDropOf length: Duration, at uptime: Duration, using generator: inout some RandomNumberGenerator
    ) -> Action {
        if length >= Self.proof {
            drops = []
            drop.reset()
            backoff.reset()
        } else {
            drops.removeAll { uptime - $0 >= Self.dropWindow }
            drops.append(uptime)
        }
        guard drops.count <= Self.quickDrops else { return wait(backoff.next(using: &generator)) }
        backoff.reset()
        return wait(drop.next(using: &generator))
    }

    private mutating func wait(_ pause: Duration) -> Action {
        state = .waiting
        return .wait(pause)
    }
}
