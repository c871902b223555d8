import Synchronization
import Testing

@testable import BotKit

@Suite(.timeLimit(.minutes(5)))
struct KeyedAsyncLockTests {
    private let gates = KeyedAsyncLock()
    private let log = Log()
    private let tea = KeyedAsyncLock.Key("~cooldowns/user:101")

    @Test func `state shares one lock key, and each cooldown and dialogue has its own`() {
        #expect(KeyedAsyncLock.Key("clan:301") == KeyedAsyncLock.Key("user:101"))
        #expect(KeyedAsyncLock.Key("clan:301") == KeyedAsyncLock.Key("~zone/user:101"))
        #expect(KeyedAsyncLock.Key("clan:301") != tea)
        #expect(KeyedAsyncLock.Key("~dialogues/201/101") != KeyedAsyncLock.Key("clan:301"))
        #expect(KeyedAsyncLock.Key("~cooldowns/user:102") != tea)
    }

    @Test func `a lock is entered in request order, independently of other keys`() async throws {
        try await gates.acquire(.bot)
        let first = await waits("first") { try await $0.acquire(.bot) }
        let second = await waits("second") { try await $0.acquire(.bot) }
        try await gates.acquire(tea)
        #expect(log.all == [])
        gates.release([.bot, tea])
        try await first.value
        gates.release([.bot])
        try await second.value
        #expect(log.all == ["first", "second"])
    }

    @Test func `an exclusive waiter precedes later ones and waits until the lock is free`() async throws {
        try await gates.acquire(tea)
        let all = await waits("all") { try await $0.acquireAll() }
        let late = await waits("late") { try await $0.acquire(.bot) }
        // A holder may enter further locks first; otherwise each would wait for the other.
        try await gates.acquire(.bot, isWithin: true)
        gates.release([tea, .bot])
        try await all.value
        #expect(log.all == ["all"])
        gates.leaveEverything()
        try await late.value
        #expect(log.all == ["all", "late"])
    }

    @Test func `a cancelled exclusive waiter lets the later ones in`() async throws {
        try await gates.acquire(tea)
        let all = await waits("all") { try await $0.acquireAll() }
        let late = await waits("late") { try await $0.acquire(.bot) }
        all.cancel()
        try await late.value
        await #expect(throws: CancellationError.self) { try await all.value }
        #expect(log.all == ["late"])
    }

    /// Starts waiting.
    private func waits(
        _ name: String, _ enter: @escaping @Sendable (KeyedAsyncLock) async throws -> Void
    ) async -> Task<Void, any Error> {
        let count = gates.waitingCount
        let task = Task { [gates, log] in
            try await enter(gates)
            log.add(name)
        }
        while gates.waitingCount == count { await Task.yield() }
        return task
    }

    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
