import AsyncSupport
import BotKit
package import ChatModel

/// The error for a step that exceeded its time limit.
package struct DeadlineExceededError: Error, Equatable, CustomStringConvertible {
    package let limit: Duration
    package var description: String { "time limit of \(limit) exceeded" }
}

/// Runs a step with a time limit.
///
/// The step starts at once on the caller's thread, so a step that never suspends needs no timer. A step that exceeds the limit is
/// cancelled and abandoned: it cannot block the channel's queue, even if it ignores its cancellation. Time that it waits for
/// others, as tracked by its `TimeBudget`, is not counted and has its own limit.
/// - Throws: `DeadlineExceededError`, `LockTimeoutError`, or the error of the step.
package func withDeadline<Value: Sendable>(
    _ limit: Duration, _ time: any TimeSource, _ step: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let firstResult = AsyncPromise<Value>()
    let budget = TimeBudget(limit, time)
    let work = start(step, within: budget, firstResult)
    if let result = firstResult.result { return try result.get() }
    let timer = Task {
        firstResult.settle(.failure(try await timeout(over: budget, time)))
        work.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
        try await firstResult.value()
    } onCancel: {
        work.cancel()
    }
}

/// Starts the step in an unstructured task, because a child task that ignores its cancellation would be awaited.
private func start<Value: Sendable>(
    _ step: @escaping @Sendable () async throws -> Value, within budget: TimeBudget, _ race: AsyncPromise<Value>
) -> Task<Void, Never> {
    TimeBudget.$current.withValue(budget) {
        Task.immediate {
            do {
                race.settle(.success(try await step()))
            } catch {
                race.settle(.failure(error))
            }
        }
    }
}

/// Waits until a budget is used up, and returns the error for it.
private func timeout(over budget: TimeBudget, _ time: any TimeSource) async throws -> any Error {
    while true {
        switch budget.status {
        case .lasting(let left): try await time.sleep(for: left)
        case .spent: return DeadlineExceededError(limit: budget.limit)
        case .neglected(let error): return error
        }
    }
}
