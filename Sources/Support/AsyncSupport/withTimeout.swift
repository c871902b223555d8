package import ChatModel

/// Runs an operation with a time limit. The operation is cancelled at the limit and awaited, so it must be cancellable.
///
/// - Parameter onTimeout: Returns the result of a timeout, or throws its error.
/// - Throws: The errors of the operation and of `onTimeout`, and `CancellationError`.
package func withTimeout<Value: Sendable>(
    _ limit: Duration, time: any TimeSource, _ operation: @escaping @Sendable () async throws -> Value,
    onTimeout: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await time.sleep(for: limit)
            return try onTimeout()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}

/// Runs an operation that may not be cancellable with a time limit. At the limit it is cancelled and goes on by itself, and its result is
/// dropped.
///
/// - Returns: Nil at the limit.
/// - Throws: The errors of the operation, and `CancellationError`.
package func withTimeout<Value: Sendable>(
    _ limit: Duration, time: any TimeSource, abandoning operation: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let (values, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
    let work = Task {
        do {
            continuation.yield(try await operation())
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
    let timer = Task {
        try await time.sleep(for: limit)
        continuation.finish()
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for try await value in values { return value }
    try Task.checkCancellation()
    return nil
}
