import BotKit
import BotTesting
import Synchronization
import Testing

@testable import EventProcessing

@Suite(.timeLimit(.minutes(15)))
struct DeadlineTests {
    private struct TestError: Error, Equatable {}
    private let time = ManualTime()

    @Test func `a step that does not wait sets no timer`() async throws {
        #expect(try await withDeadline(.seconds(1), time) { 7 } == 7)
        #expect(time.sleepers == 0)
    }

    @Test func `an error of a step is rethrown`() async {
        await #expect(throws: TestError()) { try await withDeadline(.seconds(1), time) { throw TestError() } }
    }

    @Test func `a step that completes in time returns its result and cancels its timer`() async throws {
        let (answers, answer) = AsyncStream<Int>.makeStream()
        async let outcome = withDeadline(.seconds(10), time) { await answers.first { _ in true } }
        await time.waitForSleepers()
        time.advance(by: .seconds(9))
        answer.yield(7)
        #expect(try await outcome == 7)
    }

    @Test func `a step past its deadline is cancelled and abandoned, even if it ignores cancellation`() async throws {
        let (forever, hold) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let outcome = Task { [time] in
            try await withDeadline(.milliseconds(250), time) {
                await Task { for await _ in forever {} }.value  // An unstructured task, which cancellation does not reach.
                end.yield(Task.isCancelled)
            }
        }
        await time.waitForSleepers()
        time.advance(by: .milliseconds(250))
        await #expect(throws: DeadlineExceededError(limit: .milliseconds(250))) { try await outcome.value }
        hold.finish()
        #expect(await ends.first { _ in true } == true)
    }

    @Test func `a cancelled caller does not wait for the step`() async {
        let (forever, hold) = AsyncStream<Void>.makeStream()
        let caller = Task { [time] in
            try await withDeadline(.seconds(10), time) { await Task { for await _ in forever {} }.value }
        }
        await time.waitForSleepers()
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        hold.finish()
    }
}
