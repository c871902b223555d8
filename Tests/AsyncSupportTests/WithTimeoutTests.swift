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
}
