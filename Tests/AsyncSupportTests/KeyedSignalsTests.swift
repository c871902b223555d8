import AsyncSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
final class KeyedSignalsTests: Sendable {
    private let signals = KeyedSignals<String>()
    private let results = Mutex<[String: Int]>([:])
    private let looks = Mutex(0)

    private func wait(for key: String) -> Task<Int, any Error> {
        Task {
            try await self.signals.wait(for: key) {
                let result = self.results.withLock { $0[key] }
                self.looks.withLock { $0 += 1 }
                return result
            }
        }
    }

    @Test func `a waiter queries again after a signal for its key`() async throws {
        let waiting = wait(for: "tea")
        while looks.withLock({ $0 }) == 0 { await Task.yield() }
        results.withLock { $0["tea"] = 1 }
        signals.signal(["coffee", "tea"])
        #expect(try await waiting.value == 1)
        #expect(looks.withLock { $0 } == 2)
    }

    @Test func `an existing result is returned without a signal`() async throws {
        results.withLock { $0["tea"] = 1 }
        #expect(try await wait(for: "tea").value == 1)
    }

    @Test func `a cancelled waiter ends`() async {
        let waiting = wait(for: "tea")
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
