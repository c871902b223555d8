package import ChatModel
import Synchronization

/// The time limit of a step. Time spent waiting for other invocations does not count towards it and has a limit of its own.
package final class TimeBudget: Sendable {
    private struct State {
        /// The number of the step's tasks that are waiting, and the start of the current wait.
        var waiting = 0
        var since = Duration.zero
        /// The duration of the waits that are over.
        var waited = Duration.zero
    }

    /// The budget of the current step; code that waits on the step's behalf reports it here.
    @TaskLocal package static var current: TimeBudget?

    private static let maxWaiting = Duration.seconds(30)  // The channel and everything queued in it are blocked meanwhile.
    private static let pollInterval = Duration.milliseconds(100)  // The interval for a waiting step with hardly any time left.

    package let limit: Duration
    private let time: any TimeSource
    private let start: Duration
    private let state = Mutex(State())

    package init(_ limit: Duration, _ time: any TimeSource) {
        self.limit = limit
        self.time = time
        start = time.uptime
    }

    /// Performs work that waits for other invocations; its duration is not charged to the step.
    package func wait<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
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

    /// The time spent so far waiting for other invocations.
    var waited: Duration { state.withLock { waited($0, at: time.uptime) } }

    package enum Status: Hashable, Sendable {
        /// The step is within its limit for at least this long.
        case lasting(Duration)
        /// The step has used up its time.
        case spent
        /// The step has waited too long for other invocations.
        case neglected(LockTimeoutError)
    }

    package var status: Status {
        state.withLock { state in
            let now = time.uptime
            let waited = waited(state, at: now)
            let left = limit - (now - start - waited)
            guard left > .zero else { return .spent }
            guard state.waiting > 0 else { return .lasting(left) }
            guard waited < Self.maxWaiting else { return .neglected(LockTimeoutError(limit: Self.maxWaiting)) }
            return .lasting(max(Self.pollInterval, min(left, Self.maxWaiting - waited)))
        }
    }

    private func waited(_ state: State, at now: Duration) -> Duration {
        state.waiting > 0 ? state.waited + now - state.since : state.waited
    }
}

/// An error thrown when a step has waited too long for a lock; it does not count as a failure of the bot.
package struct LockTimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    package let limit: Duration
    package var description: String { "its state was locked by other invocations for longer than \(limit)" }
}
