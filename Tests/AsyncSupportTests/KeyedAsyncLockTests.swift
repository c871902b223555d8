import AsyncSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct KeyedAsyncLockTests {
    private let locks = KeyedAsyncLock<String>()
    private let log = Log()

    @Test func `a key is acquired in request order, independently of other keys`() async throws {
        try await locks.acquire("bot")
        let first = await waits("first") { try await $0.acquire("bot") }
        let second = await waits("second") { try await $0.acquire("bot") }
        try await locks.acquire("tea")
        #expect(log.all == [])
        locks.release(["bot", "tea"])
        try await first.value
        locks.release(["bot"])
        try await second.value
        #expect(log.all == ["first", "second"])
    }

    @Test func `a waiter for all keys precedes later ones and waits until all are released`() async throws {
        try await locks.acquire("tea")
        let all = await waits("all") { try await $0.acquireAll() }
        let late = await waits("late") { try await $0.acquire("bot") }
        // A holder may acquire further keys first; otherwise each would wait for the other.
        try await locks.acquire("bot", isWithin: true)
        locks.release(["tea", "bot"])
        try await all.value
        #expect(log.all == ["all"])
        locks.releaseAll()
        try await late.value
        #expect(log.all == ["all", "late"])
    }

    @Test func `a cancelled waiter for all keys lets the later ones in`() async throws {
        try await locks.acquire("tea")
        let all = await waits("all") { try await $0.acquireAll() }
        let late = await waits("late") { try await $0.acquire("bot") }
        all.cancel()
        try await late.value
        await #expect(throws: CancellationError.self) { try await all.value }
        #expect(log.all == ["late"])
    }

    /// Starts waiting.
    private func waits(
        _ name: String, _ acquire: @escaping @Sendable (KeyedAsyncLock<String>) async throws -> Void
    ) async -> Task<Void, any Error> {
        let count = locks.waitingCount
        let task = Task { [locks, log] in
            try await acquire(locks)
            log.add(name)
        }
        while locks.waitingCount == count { await Task.yield() }
        return task
    }

    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
