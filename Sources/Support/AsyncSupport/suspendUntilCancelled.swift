/// Suspends the current task until it is cancelled.
///
/// - Throws: `CancellationError`, always.
package func suspendUntilCancelled() async throws -> Never {
    let (silence, continuation) = AsyncStream<Never>.makeStream()
    for await _ in silence {}
    continuation.finish()
    throw CancellationError()
}
