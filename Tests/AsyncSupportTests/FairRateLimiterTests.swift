import AsyncSupport
import BotTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct FairRateLimiterTests {
    private final class Starts: Sendable {
        private let all = Mutex<[Int]>([])
        var keys: [Int] { all.withLock { $0 } }
        func note(_ key: Int) { all.withLock { $0.append(key) } }
    }

    private let time = ManualTime()

    /// The keys in the order of their starts; they are requested in the given order before time passes.
    private func starts(_ requests: [Int], limit: Int) async throws -> [Int] {
        let limiter = FairRateLimiter<Int>(limit: limit, time: time)
        let starts = Starts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, key) in requests.enumerated() {
                group.addTask {
                    try await limiter.wait(for: key)
                    starts.note(key)
                }
                while limiter.waiting + starts.keys.count < index + 1 { await Task.yield() }
            }
            let driver = Task { [time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
            try await group.waitForAll()
            driver.cancel()
        }
        return starts.keys
    }

    @Test func `starts of an earlier process count at their times`() {
        let limiter = FairRateLimiter<Int>(limit: 3, time: time)
        time.advance(by: .seconds(10))
        limiter.note(startsAt: [.seconds(10), .seconds(9), .milliseconds(9500), .seconds(5)])
        #expect(!limiter.startsNow())
        time.advance(by: .milliseconds(100))
        #expect(limiter.startsNow())
        #expect(!limiter.startsNow())
        time.advance(by: .milliseconds(500))
        #expect(limiter.startsNow())
        #expect(!limiter.startsNow())
    }

    @Test func `a key with one start waits for few of a key with hundreds`() async throws {
        let starts = try await starts(Array(repeating: 1, count: 200) + [3], limit: 10)
        #expect(starts.count == 201)
        #expect(try #require(starts.firstIndex(of: 3)) < 30)
    }

    @Test func `starts that had to wait are counted with their time`() async throws {
        let limiter = FairRateLimiter<Int>(limit: 2, time: time)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { try await limiter.wait(for: 1) }
            #expect(limiter.delays == RateLimitDelays())
            for _ in 0..<3 { group.addTask { try await limiter.wait(for: 1) } }
            while limiter.waiting < 3 { await Task.yield() }
            let driver = Task { [time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
            try await group.waitForAll()
            driver.cancel()
        }
        #expect(limiter.delays.count == 3 && limiter.delays.total >= .seconds(4))
    }

    @Test func `keys with many starts take turns, whichever came first`() async throws {
        let starts = try await starts([1, 2, 3].flatMap { Array(repeating: $0, count: 40) }, limit: 1)
        #expect(starts.count == 120)
        for key in [1, 2, 3] { #expect((10...30).contains(starts.prefix(60).count { $0 == key })) }
    }

    @Test func `a cancelled waiter or leader leaves its start to the others`() async throws {
        for cancelled in 0..<3 {
            let limiter = FairRateLimiter<Int>(limit: 1, time: time)
            try await limiter.wait(for: 1)
            var tasks: [Task<Void, any Error>] = []
            for key in 0..<3 {
                tasks.append(Task { try await limiter.wait(for: key) })
                while limiter.waiting < tasks.count { await Task.yield() }
            }
            tasks[cancelled].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[cancelled].value }
            let driver = Task { [time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
            for index in 0..<3 where index != cancelled { try await tasks[index].value }
            driver.cancel()
            #expect(limiter.waiting == 0)
        }
    }
}
