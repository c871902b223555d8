import BotKit
import BotTesting
import ChatModel
import Logging
import Synchronization
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceRateTests {
    private final class Starts: Sendable {
        private let all = Mutex<[ClanID]>([])
        var clans: [ClanID] { all.withLock { $0 } }
        func note(_ clan: ClanID) { all.withLock { $0.append(clan) } }
    }

    private let time = ManualTime()

    @Test func `channels of a clan share its place in the rate limit, so a message to another clan is sent soon`() async throws {
        let testStore = try await TestStore(
            channels: (1...50).map { Channel(id: ChannelID($0), clan: .test, label: "c\($0)") } + [
                Channel(id: 99, clan: 5, label: "there")
            ])
        let pipeline = DeliveryService(
            store: try testStore.store, me: Author.me.id, perSecond: 5, time: time, random: SplitMix64(seed: 1),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            sender: { _ in RecordingSender(as: .me, time: time) },
            middleware: { _ in [] }, noteFailure: { _, _, _ in nil })
        let starts = Starts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, channel) in (Array(Int64(1)...50) + [99]).enumerated() {
                group.addTask {
                    try await pipeline.waitForRateLimit(to: ChannelID(channel))
                    starts.note(channel == 99 ? 5 : .test)
                }
                while pipeline.rateLimitedCount + starts.clans.count < index + 1 { await Task.yield() }
            }
            let driver = Task { [time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
            try await group.waitForAll()
            driver.cancel()
        }
        #expect(try #require(starts.clans.firstIndex(of: 5)) < 20)
    }
}
