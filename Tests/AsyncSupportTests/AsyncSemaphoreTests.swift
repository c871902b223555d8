import AsyncSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AsyncSemaphoreTests {
    @Test func `a released permit goes to the next waiter`() async throws {
        let semaphore = AsyncSemaphore(permits: 2)
        try await semaphore.acquire()
        try await semaphore.acquire()
        let third = Task { try await semaphore.acquire() }
        semaphore.release()
        try await third.value
    }

    @Test func `a cancelled waiter acquires no permit`() async throws {
        let semaphore = AsyncSemaphore()
        try await semaphore.acquire()
        let cancelled = Task { try await semaphore.acquire() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        semaphore.release()
        try await semaphore.acquire()
    }
}
