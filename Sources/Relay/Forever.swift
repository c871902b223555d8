/// What ends with its task alone.
enum Forever {
    /// - Throws: `CancellationError`.
    static func wait() async throws -> Never {
        let (silence, continuation) = AsyncStream<Never>.makeStream()
        for await _ in silence {}
        continuation.finish()
        throw CancellationError()
    }
}
