package import MezonModel
import Synchronization

/// How long a step may take. The time for which it waits for others is not its own, and is bounded apart.
package final class TimeBudget: Sendable {
    private struct State {
        /// How many of the step's tasks wait, and since when there are any.
        var waiting = 0
        var since = Duration.zero
        /// In waits that are over.
        var waited = Duration.zero
    }

    /// What the step under way may take; whoever waits on its behalf says so here.
    @TaskLocal package static var current: TimeBudget?

    private static let mostWaiting = Duration.seconds(30)  // A channel stands still for as long, with all that others have in it.
    private static let pulse = Duration.milliseconds(100)  // Of looks at a step that waits and has hardly anything left.

    package let limit: Duration
    private let time: any TimeSource
    private let start: Duration
    private let state = Mutex(State())

    package init(_ limit: Duration, _ time: any TimeSource) {
        self.limit = limit
        self.time = time
        start = time.uptime
    }

    /// Does what waits for others.
    func wait<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
        state.withLock { state in
            if state.waiting == 0 { state.since = time.uptime }
            state.waiting += 1
        }
        defer {
            state.withLock { state in
                state.waiting -= 1
                if state.waiting == 0 { state.waited += time.uptime - state.since }
            }
        }
        return try await work()
    }

    /// For how long it has waited for others so far.
    var waited: Duration { state.withLock { waited($0, at: time.uptime) } }

    package enum Status: Hashable, Sendable {
        /// Not over before so much time has passed.
        case lasting(Duration)
        case spent
        /// It has waited for others for too long.
        case neglected(LockTimeoutError)
    }

    package var standing: Status {
        state.withLock { state in
            let now = time.uptime
            let waited = waited(state, at: now)
            let left = limit - (now - start - waited)
            guard left > .zero else { return .spent }
            guard state.waiting > 0 else { return .lasting(left) }
            guard waited < Self.mostWaiting else { return .neglected(LockTimeoutError(limit: Self.mostWaiting)) }
            return .lasting(max(Self.pulse, min(left, Self.mostWaiting - waited)))
        }
    }

    private func waited(_ state: State, at now: Duration) -> Duration {
        state.waiting > 0 ? state.waited + now - state.since : state.waited
    }
}

/// A step that has not come to its turn; it is not its own fault.
package struct LockTimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    package let limit: Duration
    package var description: String { "what it remembers was in the hands of others for longer than \(limit)" }
}
