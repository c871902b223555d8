/// Suspends the current task until it is cancelled.
///
/// - Throws: `CancellationError`, always.
package func suspendUntilCancelled() async throws -> Never {
    let (never, continuation) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    continuation.finish()
    throw CancellationError()
}
