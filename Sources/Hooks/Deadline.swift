import BotKit
package import MezonModel
import Synchronization

/// A step that took longer than it may.
package struct DeadlineExceededError: Error, Equatable, CustomStringConvertible {
    package let limit: Duration
    package var description: String { "it took longer than \(limit) and was cancelled" }
}

/// Runs a step and gives up on it after a while.
///
/// The step starts at once on the caller's thread, so one that never suspends costs no timer. One that is given up on is
/// cancelled and left behind: it cannot hold up the lane, whatever it does with its cancellation. What it waits for others of its
/// `TimeBudget` is not counted, and has a bound of its own.
/// - Throws: `DeadlineExceededError`, `LockTimeoutError`, or what the step throws.
package func withDeadline<Value: Sendable>(
    _ limit: Duration, _ time: any TimeSource, _ step: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let race = FirstResult<Value>()
    let budget = TimeBudget(limit, time)
    let work = start(step, within: budget, race)
    if let result = race.result { return try result.get() }
    let timer = Task {
        race.end(.failure(try await excess(over: budget, time)))
        work.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
        try await race.wait()
    } onCancel: {
        work.cancel()
        race.end(.failure(CancellationError()))
    }
}

/// Not structured, because a child that ignores its cancellation would be waited for.
private func start<Value: Sendable>(
    _ step: @escaping @Sendable () async throws -> Value, within budget: TimeBudget, _ race: FirstResult<Value>
) -> Task<Void, Never> {
    TimeBudget.$current.withValue(budget) {
        Task.immediate {
            do {
                race.end(.success(try await step()))
            } catch {
                race.end(.failure(error))
            }
        }
    }
}

/// Returns once a budget is used up, and how.
private func excess(over budget: TimeBudget, _ time: any TimeSource) async throws -> any Error {
    while true {
        switch budget.standing {
        case .lasting(let left): try await time.sleep(for: left)
        case .spent: return DeadlineExceededError(limit: budget.limit)
        case .neglected(let error): return error
        }
    }
}

/// The first result counts.
private final class FirstResult<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiter: CheckedContinuation<Value, any Error>?
    }
    private let state = Mutex(State())

    var result: Result<Value, any Error>? { state.withLock { $0.result } }

    func end(_ result: Result<Value, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard state.result == nil else { return nil }
            state.result = result
            return state.waiter.take()
        }
        waiter?.resume(with: result)
    }

    func wait() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = continuation }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
