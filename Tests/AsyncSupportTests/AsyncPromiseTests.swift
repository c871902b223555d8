import AsyncSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AsyncPromiseTests {
    private let promise = AsyncPromise<Int>()

    @Test func `a result before the wait is returned, and later ones are ignored`() async throws {
        promise.settle(.success(1))
        promise.settle(.success(2))
        #expect(try await promise.value() == 1)
    }

    @Test func `a waiting task receives the first result`() async throws {
        let waiting = Task { [promise] in try await promise.value() }
        await Task.yield()
        promise.settle(.success(1))
        #expect(try await waiting.value == 1)
    }

    @Test func `a cancelled task does not wait, and the promise ignores later results`() async {
        let waiting = Task { [promise] in try await promise.value() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        promise.settle(.success(1))
        await #expect(throws: CancellationError.self) { try await promise.value() }
    }
}
