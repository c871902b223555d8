public import ChatModel
public import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
///
///     let time = ManualTime()
///     async let outcome = limited(by: time)
///     await time.waitForSleepers()
///     time.advance(by: .seconds(10))
public final class ManualTime: TimeSource {
    private struct Sleeper {
        let id: Int
        let wakesAt: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        /// The wall-clock time at the uptime zero, by the present clock.
        var start: Date
        var uptime = Duration.zero
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        var nextID = 0

        /// Computed from the uptime, because sums of times would lose fractions of a microsecond.
        var now: Date { start + uptime / .seconds(1) }
    }

    private let state: Mutex<State>

    /// Creates a clock.
    ///
    /// - Parameter now: The initial wall-clock time; 2026-01-01T00:00:00Z by default.
    public init(now: Date = Date(timeIntervalSince1970: 1_767_225_600)) { state = Mutex(State(start: now)) }

    /// The wall-clock time.
    public var now: Date { state.withLock { $0.now } }
    /// The monotonic time since the clock was created.
    public var uptime: Duration { state.withLock { $0.uptime } }
    /// The number of tasks that wait for the clock.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// The earliest uptime that a task waits for; nil if there is none.
    public var nextWake: Duration? { state.withLock { $0.sleepers.map(\.wakesAt).min() } }

    /// Returns once the clock has reached an uptime; at once if it already has.
    ///
    /// - Throws: `CancellationError`.
    public func sleep(until uptime: Duration) async throws {
        let id = nextID()
        // A duration computed from two dates may differ slightly from what is intended.
        let moment = Duration.microseconds((uptime / .microseconds(1)).rounded())
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Sleeper(id: id, wakesAt: moment, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Advances both clocks and resumes the tasks that are due, the earliest first.
    public func advance(by duration: Duration) { move { $0.uptime + duration } }

    /// Waits until a task sleeps, then advances both clocks to the earliest uptime that a task waits for.
    public func advanceToNextSleeper() async {
        await waitForSleepers()
        guard !Task.isCancelled else { return }
        move { $0.sleepers.map(\.wakesAt).min() ?? $0.uptime }
    }

    /// Changes the wall clock only, as an operator or a time server does.
    public func step(by duration: Duration) {
        state.withLock { $0.start += duration / .seconds(1) }
    }

    /// Returns once a number of tasks wait for the clock, or when the caller is cancelled.
    public func waitForSleepers(_ count: Int = 1) async {
        let id = nextID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.sleepers.count >= count || Task.isCancelled { return true }
                    state.watchers.append(Watcher(id: id, count: count, continuation: continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
            }
            watcher?.continuation.resume()
        }
    }

    private func nextID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }

    private func move(to moment: (State) -> Duration) {
        let due = state.withLock { state -> [Sleeper] in
            let target = moment(state)
            state.uptime = target
            let due = state.sleepers.filter { $0.wakesAt <= target }
            state.sleepers.removeAll { $0.wakesAt <= target }
            return due
        }
        for sleeper in due.sorted(by: { ($0.wakesAt, $0.id) < ($1.wakesAt, $1.id) }) { sleeper.continuation.resume() }
    }

    private func add(_ sleeper: Sleeper) {
        enum Outcome { case awake, cancelled, asleep([Watcher]) }
        let outcome = state.withLock { state -> Outcome in
            // A cancellation before this point found no sleeper to resume, so it is checked here.
            if Task.isCancelled { return .cancelled }
            if sleeper.wakesAt <= state.uptime { return .awake }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let content = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return .asleep(content)
        }
        switch outcome {
        case .awake: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .asleep(let watchers): for watcher in watchers { watcher.continuation.resume() }
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
