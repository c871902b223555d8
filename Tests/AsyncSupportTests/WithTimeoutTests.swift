import AsyncSupport
import BotTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WithTimeoutTests {
    private struct TimeoutError: Error {}

    private let time = ManualTime()

    @Test func `an operation that ends in time returns its result`() async throws {
        #expect(
            try await withTimeout(.seconds(1), time: time) {
                1
            } onTimeout: {
                2
            } == 1)
        #expect(time.uptime == .zero)
    }

    @Test func `an operation beyond its limit is cancelled, and the timeout decides the result`() async throws {
        let late = Task { [time] in
            try await withTimeout(.seconds(1), time: time) { () -> Int in
                try await suspendUntilCancelled()
            } onTimeout: {
                2
            }
        }
        await time.advanceToNextSleeper()
        #expect(try await late.value == 2)
        #expect(time.uptime == .seconds(1))
    }

    @Test func `a timeout may throw`() async {
        let late = Task { [time] in
            try await withTimeout(.seconds(1), time: time) { () -> Int in
                try await suspendUntilCancelled()
            } onTimeout: {
                throw TimeoutError()
            }
        }
        await time.advanceToNextSleeper()
        await #expect(throws: TimeoutError.self) { try await late.value }
    }

    @Test func `an operation that cannot be cancelled is abandoned at its limit`() async throws {
        let isReleased = AsyncGate()
        let late = Task { [time] in
            try await withTimeout(
                .seconds(1), time: time,
                abandoning: {
                    // Not the task of the operation, whose cancellation would end the wait.
                    try await Task { try await isReleased.waitUntilOpen() }.value
                    return 1
                })
        }
        await time.advanceToNextSleeper()
        #expect(try await late.value == nil)
        isReleased.open()
    }

    @Test func `an operation that may be abandoned returns its result or its error in time`() async throws {
        #expect(try await withTimeout(.seconds(1), time: time, abandoning: { 1 }) == 1)
        await #expect(throws: TimeoutError.self) {
            _ = try await withTimeout(.seconds(1), time: time, abandoning: { () -> Int in throw TimeoutError() })
        }
    }
}
