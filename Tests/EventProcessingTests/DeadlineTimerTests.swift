import BotKit
import BotTesting
import Synchronization
import Testing

@testable import EventProcessing

@Suite(.timeLimit(.minutes(15)))
struct DeadlineTimerTests {
    private struct TestError: Error, Equatable {}
    private let time: ManualTime
    private let timer: DeadlineTimer

    init() {
        time = ManualTime()
        timer = DeadlineTimer(time: time)
    }

    @Test func `a step that does not wait sets no timer`() async throws {
        #expect(try await timer.run(within: .seconds(1)) { 7 } == 7)
        #expect(time.sleepers == 0)
    }

    @Test func `an error of a step is rethrown`() async {
        await #expect(throws: TestError()) { try await timer.run(within: .seconds(1)) { throw TestError() } }
    }

    @Test func `a step that completes in time returns its result and cancels its timer`() async throws {
        let (answers, answer) = AsyncStream<Int>.makeStream()
        async let outcome = timer.run(within: .seconds(10)) { await answers.first { _ in true } }
        await time.waitForSleepers()
        time.advance(by: .seconds(9))
        answer.yield(7)
        #expect(try await outcome == 7)
    }

    @Test func `a step past its deadline is cancelled and abandoned, even if it ignores cancellation`() async throws {
        let (forever, hold) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let outcome = Task { [timer] in
            try await timer.run(within: .milliseconds(250)) {
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
        let caller = Task { [timer] in
            try await timer.run(within: .seconds(10)) { await Task { for await _ in forever {} }.value }
        }
        await time.waitForSleepers()
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        hold.finish()
    }

    @Test func `one task sleeps for all steps, and none after them`() async throws {
        let (answers, answer) = AsyncStream<Int>.makeStream()
        let (others, otherAnswer) = AsyncStream<Int>.makeStream()
        let first = Task.immediate { [timer] in
            try await timer.run(within: .seconds(10)) { await answers.first { _ in true } }
        }
        await time.waitForSleepers()
        time.advance(by: .seconds(4))
        let second = Task.immediate { [timer] in
            try await timer.run(within: .seconds(10)) { await others.first { _ in true } }
        }
        #expect(time.sleepers == 1)
        answer.yield(1)
        #expect(try await first.value == 1)
        // The first limit: the second step has four seconds left.
        await time.advanceToNextSleeper()
        #expect(time.uptime == .seconds(10))
        await time.waitForSleepers()
        #expect(time.nextWake == .seconds(14))
        otherAnswer.yield(2)
        #expect(try await second.value == 2)
        #expect(time.sleepers == 0)
    }

    @Test func `a shorter limit ends first`() async throws {
        let (forever, hold) = AsyncStream<Void>.makeStream()
        let long = Task.immediate { [timer] in try await timer.run(within: .seconds(10)) { for await _ in forever {} } }
        let (never, end) = AsyncStream<Void>.makeStream()
        let short = Task.immediate { [timer] in try await timer.run(within: .seconds(1)) { for await _ in never {} } }
        await time.waitForSleepers()
        while time.nextWake != .seconds(1) { await Task.yield() }
        time.advance(by: .seconds(1))
        await #expect(throws: DeadlineExceededError(limit: .seconds(1))) { try await short.value }
        end.finish()
        hold.finish()
        try await long.value
    }
}
