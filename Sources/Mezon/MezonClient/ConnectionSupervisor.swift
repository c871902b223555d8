import AsyncSupport

/// Keeps a connection alive: decides on the next action after each event.
struct ConnectionSupervisor {
    enum Event: Equatable {
        case started
        case opened
        case joined
        /// A server responded but did not accept the connection, or the connection was lost.
        case lost
        /// No server responded, so the attempt cost it nothing.
        case unreachable
        /// The server does not accept the token; another one may work.
        case tokenRefused
        case waited
        /// The login is refused; a retry does not help.
        case refused(String)
    }

    enum Action: Equatable {
        case open(attempt: Int)
        case join
        /// Wait until the connection is lost.
        case awaitEnd
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

    /// A connection that lasts this long counts as successful; earlier failures are forgotten.
    static let stableTime: Duration = .seconds(30)
    /// The number of short connections in `dropWindow` that are reopened quickly: a deployment or a load balancer that moves its clients
    /// costs seconds. Beyond it, the delays grow for a server that keeps dropping the bot after the join.
    static let quickDrops = 20
    static let dropWindow: Duration = .seconds(600)
    /// The time during which an unreachable server is retried at the initial rate, because the attempts cost no one anything.
    static let searchTime: Duration = .seconds(600)

    private var state = State.idle
    private var backoff: Backoff
    private var search = Backoff(longest: .seconds(2))
    private var drop = Backoff(longest: .seconds(1.5))
    private var attempt = 0
    /// The uptime since which no server was reachable.
    private var searchingSince: Duration?
    /// The uptimes at which short connections were lost.
    private var recentDrops: [Duration] = []
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
            return .awaitEnd
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
        if length >= Self.stableTime {
            recentDrops = []
            drop.reset()
            backoff.reset()
        } else {
            recentDrops.removeAll { uptime - $0 >= Self.dropWindow }
            recentDrops.append(uptime)
        }
        guard recentDrops.count <= Self.quickDrops else { return wait(backoff.next(using: &generator)) }
        backoff.reset()
        return wait(drop.next(using: &generator))
    }

    private mutating func wait(_ pause: Duration) -> Action {
        state = .waiting
        return .wait(pause)
    }
}
