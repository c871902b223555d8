package import ChatModel

/// Repeats an operation after transient errors, with increasing delays.
///
/// - Parameters:
///   - attempts: The maximum number of attempts; at least one.
///   - isTransient: Returns whether a further attempt may succeed after an error.
/// - Throws: The error of the last attempt, a permanent error at once, and `CancellationError`.
package func withRetries<Value>(
    _ attempts: Int, time: any TimeSource, isolation: isolated (any Actor)? = #isolation,
    if isTransient: (any Error) -> Bool, _ operation: () async throws -> Value
) async throws -> Value {
    var backoff = Backoff()
    var random = SystemRandomNumberGenerator()
    var left = attempts
    while true {
        do {
            return try await operation()
        } catch  where left > 1 && isTransient(error) {
            left -= 1
            try await time.sleep(for: backoff.next(using: &random))
        }
    }
}
