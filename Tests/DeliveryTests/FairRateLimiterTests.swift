import BotKit
import BotTesting
import ChatModel
import Logging
import Synchronization
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15)))
struct FairRateLimiterTests {
    private final class Starts: Sendable {
        private let all = Mutex<[ClanID]>([])
        var clans: [ClanID] { all.withLock { $0 } }
        func note(_ clan: ClanID) { all.withLock { $0.append(clan) } }
    }

    private let time = ManualTime()

    /// The clans in the order in which their messages start; they ask in the given order before time passes.
    private func starts(_ asked: [ClanID], limit: Int) async throws -> [ClanID] {
        let limiter = FairRateLimiter(limit: limit, time: time)
        let starts = Starts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, clan) in asked.enumerated() {
                group.addTask {
                    try await limiter.wait(for: clan)
                    starts.note(clan)
                }
                while limiter.waiting + starts.clans.count < index + 1 { await Task.yield() }
            }
            let driver = Task { [time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
            try await group.waitForAll()
            driver.cancel()
        }
        return starts.clans
    }

    @Test func `a clan with one message waits for few starts of a clan with hundreds`() async throws {
        let starts = try await starts(Array(repeating: 1, count: 200) + [3], limit: 10)
        #expect(starts.count == 201)
        #expect(try #require(starts.firstIndex(of: 3)) < 30)
    }

    @Test func `clans that ask for much take turns, whoever asked first`() async throws {
        let starts = try await starts([1, 2, 3].flatMap { Array(repeating: $0, count: 40) }, limit: 1)
        #expect(starts.count == 120)
        for clan in [1, 2, 3] as [ClanID] { #expect((10...30).contains(starts.prefix(60).count { $0 == clan })) }
    }

    @Test func `all channels of a clan wait as one, so that another clan's one message starts soon`() async throws {
        let testStore = try await TestStore(
            channels: (1...50).map { Channel(id: ChannelID($0), clan: .test, label: "c\($0)") } + [
                Channel(id: 99, clan: 5, label: "there")
            ])
        let pipeline = DeliveryService(
            store: try testStore.store, me: Author.me.id, perSecond: 5, time: time, random: SplitMix64(seed: 1),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            sender: { _ in RecordingSender(as: .me, time: time) },
            hooks: { _ in [] }, noteFailure: { _, _, _ in nil })
        let starts = Starts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, channel) in (Array(Int64(1)...50) + [99]).enumerated() {
                group.addTask {
                    try await pipeline.waitForTurn(to: ChannelID(channel))
                    starts.note(channel == 99 ? 5 : .test)
                }
                while pipeline.waitingForTurn + starts.clans.count < index + 1 { await Task.yield() }
            }
            let driver = Task { [time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
            try await group.waitForAll()
            driver.cancel()
        }
        #expect(try #require(starts.clans.firstIndex(of: 5)) < 20)
    }

    @Test func `one that is cancelled leaves its turn to the others, whether it leads or waits`() async throws {
        for cancelled in 0..<3 {
            let limiter = FairRateLimiter(limit: 1, time: time)
            try await limiter.wait(for: 1)
            var tasks: [Task<Void, any Error>] = []
            for clan in 0..<3 {
                tasks.append(Task { try await limiter.wait(for: ClanID(Int64(clan))) })
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
