import AsyncSupport
import BotTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
final class WithRetriesTests: Sendable {
    private enum Failure: Error { case transient, permanent }

    private let time = ManualTime()
    private let calls = Mutex(0)

    /// Fails with the given errors, one after the other, and then returns the number of calls.
    private func run(_ attempts: Int, _ errors: [Failure]) async throws -> Int {
        let driver = Task { [time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
        defer { driver.cancel() }
        return try await withRetries(attempts, time: time, if: { $0 as? Failure == .transient }) {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call <= errors.count { throw errors[call - 1] }
            return call
        }
    }

    @Test func `an operation is repeated after transient errors`() async throws {
        #expect(try await run(3, [.transient, .transient]) == 3)
        #expect(time.uptime > .zero)
    }

    @Test func `the error of the last attempt is thrown`() async {
        await #expect(throws: Failure.transient) { _ = try await run(3, Array(repeating: .transient, count: 5)) }
        #expect(calls.withLock { $0 } == 3)
    }

    @Test func `a permanent error is thrown at once`() async {
        await #expect(throws: Failure.permanent) { _ = try await run(3, [.permanent]) }
        #expect(calls.withLock { $0 } == 1)
        #expect(time.uptime == .zero)
    }
}
