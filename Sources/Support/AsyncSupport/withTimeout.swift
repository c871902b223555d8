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
