import AsyncSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AsyncSemaphoreTests {
    @Test func `a place that is left goes to the next waiter`() async throws {
        let semaphore = AsyncSemaphore(places: 2)
        try await semaphore.enter()
        try await semaphore.enter()
        let third = Task { try await semaphore.enter() }
        semaphore.leave()
        try await third.value
    }

    @Test func `a cancelled waiter takes no place`() async throws {
        let semaphore = AsyncSemaphore()
        try await semaphore.enter()
        let cancelled = Task { try await semaphore.enter() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        semaphore.leave()
        try await semaphore.enter()
    }
}
