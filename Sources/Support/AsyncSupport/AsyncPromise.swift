import Synchronization

/// A result that one task waits for. The first result counts, including the cancellation of the waiting task.
package final class AsyncPromise<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiter: CheckedContinuation<Value, any Error>?
    }

    private let state = Mutex(State())

    package init() {}

    /// The result, if there is one already.
    package var result: Result<Value, any Error>? { state.withLock { $0.result } }

    package func settle(_ result: Result<Value, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard state.result == nil else { return nil }
            state.result = result
            return state.waiter.take()
        }
        waiter?.resume(with: result)
    }

    /// Waits for the result. Only one task may wait.
    ///
    /// - Throws: The error of the result; `CancellationError`.
    package func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let early = state.withLock { state in
                    if state.result == nil { state.waiter = continuation }
                    return state.result
                }
                if let early { continuation.resume(with: early) }
            }
        } onCancel: {
            settle(.failure(CancellationError()))
        }
    }
}
