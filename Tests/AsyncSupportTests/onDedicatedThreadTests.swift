import AsyncSupport
import Foundation
import Testing

struct OnDedicatedThreadTests {
    private struct Failure: Error {}

    @Test func `the value and the error of the work are passed on`() async throws {
        #expect(await onDedicatedThread { 1 } == 1)
        #expect(try await onDedicatedThread(cancelling: CancellationFlag()) { 2 } == 2)
        await #expect(throws: Failure.self) { try await onDedicatedThread(cancelling: CancellationFlag()) { throw Failure() } }
    }

    @Test func `cancelling the task sets the flag, and the work is awaited`() async throws {
        let flag = CancellationFlag()
        let begun = DispatchSemaphore(value: 0)
        let task = Task {
            try await onDedicatedThread(cancelling: flag) {
                begun.signal()
                while true { try flag.check() }
            }
        }
        await onDedicatedThread { begun.wait() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(flag.isCancelled)
    }
}
