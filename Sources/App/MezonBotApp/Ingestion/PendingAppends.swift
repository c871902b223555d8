import AsyncSupport
import Synchronization

/// The appends of a reader that are under way, so that it can read further events meanwhile. Only one task may wait.
final class PendingAppends: Sendable {
    private struct State {
        var count = 0
        /// The number at which the waiting task goes on.
        var limit = 0
        var waiter: CheckedContinuation<Void, any Error>?
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let firstFailure = AsyncPromise<Void>()

    /// Counts an append.
    func begin() { state.withLock { $0.count += 1 } }

    /// Throws the error of the first append that failed.
    func verify() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Ends an append, with the error if it failed. A failed one counts as under way, so that the reader waits until it is cancelled.
    func end(_ error: (any Error)?) {
        if let error {
            state.withLock { $0.failure = $0.failure ?? error }
            return firstFailure.settle(.failure(error))
        }
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            state.count -= 1
            return state.count <= state.limit ? state.waiter.take() : nil
        }
        waiter?.resume()
    }

    /// Waits until at most a number of appends are under way.
    ///
    /// - Throws: `CancellationError`.
    func wait(downTo limit: Int, isolation: isolated (any Actor)? = #isolation) async throws {
        guard state.withLock({ $0.count > limit }) else { return }
        try await withTaskCancellationHandler {
            // Captured, so that the closure runs where the caller does.
            _ = isolation
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.count > limit else { return .success(()) }
                    (state.limit, state.waiter) = (limit, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume(throwing: CancellationError())
        }
    }

    /// Waits until an append fails.
    ///
    /// - Throws: Its error, or `CancellationError`.
    func failure() async throws { try await firstFailure.value() }
}
