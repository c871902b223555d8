import AsyncSupport
import BotKit
package import ChatModel
import Synchronization

/// The error for a step that exceeded its time limit.
package struct DeadlineExceededError: Error, Equatable, CustomStringConvertible {
    package let limit: Duration
    package var description: String { "time limit of \(limit) exceeded" }
}

/// The time limits of steps that run concurrently.
///
/// One task sleeps for all of them, until the first limit that was set: nearly every step ends before.
package final class DeadlineTimer: Sendable {
    private struct Step {
        let budget: TimeBudget
        /// Ends the wait for the step.
        let expire: @Sendable (any Error) -> Void
    }

    private struct State {
        /// The steps that are waited for.
        var steps: [Int: Step] = [:]
        var lastID = 0
        /// The time until which the task sleeps.
        var wakesAt: Duration?
        var sleeper: Task<Void, any Error>?
    }

    private let time: any TimeSource
    private let state = Mutex(State())

    package init(time: any TimeSource) { self.time = time }

    /// Runs a step with a time limit.
    ///
    /// The step starts at once on the caller's thread, so a step that never suspends needs no timer. A step that exceeds the limit is
    /// cancelled and abandoned: it cannot block the channel's queue, even if it ignores its cancellation. Time that it waits for
    /// others, as tracked by its `TimeBudget`, is not counted and has its own limit.
    /// - Throws: `DeadlineExceededError`, `LockTimeoutError`, or the error of the step.
    package func run<Value: Sendable>(
        within limit: Duration, _ step: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let firstResult = AsyncPromise<Value>()
        let budget = TimeBudget(limit, time)
        let work = Self.start(step, within: budget, firstResult)
        if let result = firstResult.result { return try result.get() }
        let id = add(
            Step(budget: budget) { error in
                firstResult.settle(.failure(error))
                work.cancel()
            })
        defer { remove(id) }
        return try await withTaskCancellationHandler {
            try await firstResult.value()
        } onCancel: {
            work.cancel()
        }
    }

    /// Starts the step in an unstructured task, because a child task that ignores its cancellation would be awaited.
    private static func start<Value: Sendable>(
        _ step: @escaping @Sendable () async throws -> Value, within budget: TimeBudget, _ firstResult: AsyncPromise<Value>
    ) -> Task<Void, Never> {
        TimeBudget.$current.withValue(budget) {
            Task.immediate {
                do {
                    firstResult.settle(.success(try await step()))
                } catch {
                    firstResult.settle(.failure(error))
                }
            }
        }
    }

    private func add(_ step: Step) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.steps[state.lastID] = step
            // The step may have worked before it suspended.
            if case .lasting(let left) = step.budget.status {
                sleep(until: time.uptime + left, &state)
            } else {
                sleep(until: time.uptime, &state)
            }
            return state.lastID
        }
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            state.steps[id] = nil
            guard state.steps.isEmpty else { return }
            state.sleeper?.cancel()
            (state.sleeper, state.wakesAt) = (nil, nil)
        }
    }

    /// Sleeps until a time, unless the task wakes up before it.
    private func sleep(until due: Duration, _ state: inout State) {
        if let wakesAt = state.wakesAt, wakesAt <= due { return }
        state.sleeper?.cancel()
        state.wakesAt = due
        state.sleeper = Task { [weak self, time] in
            try await time.sleep(until: due)
            self?.expireSteps(dueAt: due)
        }
    }

    /// Ends the steps that have used up their time, and sleeps until the next one may have.
    private func expireSteps(dueAt due: Duration) {
        let expired = state.withLock { state -> [(step: Step, error: any Error)] in
            // Another task has taken over if the time is not the one that was set last.
            guard state.wakesAt == due else { return [] }
            (state.sleeper, state.wakesAt) = (nil, nil)
            var expired: [(step: Step, error: any Error)] = []
            var next: Duration?
            for (id, step) in state.steps.sorted(by: { $0.key < $1.key }) {
                let error: any Error
                switch step.budget.status {
                case .lasting(let left):
                    let end = time.uptime + left
                    next = next.map { min($0, end) } ?? end
                    continue
                case .spent: error = DeadlineExceededError(limit: step.budget.limit)
                case .neglected(let timeout): error = timeout
                }
                state.steps[id] = nil
                expired.append((step, error))
            }
            if let next { sleep(until: next, &state) }
            return expired
        }
        for (step, error) in expired { step.expire(error) }
    }
}
