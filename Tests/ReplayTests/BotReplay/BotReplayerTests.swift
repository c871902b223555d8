import BotKit
import BotTesting
import Bots
import ChatModel
import EventProcessing
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage
import Testing

@Suite(.timeLimit(.minutes(15)))
struct BotReplayerTests {
    private static let recordedBots = testRegistry(Tally<TallyV1>.self, ReadingBot<ReadingBotV1>.self)

    private static func testRegistry(_ others: any Bot.Type...) -> BotRegistry {
        BotRegistry(registry.bots + others + [Asking.self])
    }

    /// Records a history of all bots of this build and two test bots, with parallel channels, restarts and crashes.
    private func history(seed: UInt64, rounds: Int = 4) async throws -> RecordedRun {
        var run = try await RecordedRun(
            try RecordedRun.plan(RecordedRun.samples, bots: Self.recordedBots), seed: seed, bots: Self.recordedBots)
        for round in 0..<rounds {
            try await run.play(120, crash: round % 2 == 1 ? seed &+ UInt64(round) : nil)
            try await run.harness.restart()
        }
        try await run.play(100)
        return run
    }

    @Test(arguments: [1, 2])
    func `a bot history replays as recorded`(seed: UInt64) async throws {
        let (found, summary) = try await history(seed: seed).replayed()
        #expect(found.map { $0.line(in: .gmt) } == [])
        #expect(summary.isExact)
        let tally = try #require(summary.bots)
        #expect(tally.played > 1500 && tally.failedOriginally > 10)
        #expect(tally.missing == [:] && tally.unreadable == 0)
    }

    @Test func `a bot that answers differently is reported for exactly the changed answers`() async throws {
        let run = try await history(seed: 3, rounds: 2)
        let (found, summary) = try await run.replayed(
            bots: Self.testRegistry(Tally<TallyV1>.self, ReadingBot<ReadingBotV3>.self))
        let lines = try await run.harness.store.reader.lines(after: 0, limit: 10_000)
        let meant = lines.filter { line in
            guard case .message(let message)? = line.entry.event, ReadingBotV3.isMeant(message) else { return false }
            return line.deliveries.contains { $0.author == "bot:nosy" }
        }
        #expect(meant.count > 3)
        #expect(found.map(\.subject.sequence).sorted() == meant.map(\.entry.sequence).sorted())
        #expect(found.allSatisfy { $0.author == "bot:nosy" && $0.kind == .otherAction })
        #expect(!summary.isExact)
    }

    @Test func `a bot with different state is reported only for its own changes`() async throws {
        let run = try await history(seed: 4, rounds: 4)
        let (found, _) = try await run.replayed(
            bots: Self.testRegistry(Tally<TallyV2>.self, ReadingBot<ReadingBotV1>.self))
        #expect(found.contains { $0.kind == .otherState })
        #expect(found.allSatisfy { $0.author == "bot:tally" && $0.subject.text == "hôm nay trời đẹp" })
        #expect(found.allSatisfy { $0.kind != .otherState || $0.before != $0.after && $0.after.hasPrefix("state channel:") })
    }

    @Test func `a read that was not recorded is reported`() async throws {
        let run = try await history(seed: 5, rounds: 1)
        let (found, summary) = try await run.replayed(
            bots: Self.testRegistry(Tally<TallyV1>.self, ReadingBot<ReadingBotV2>.self))
        #expect(!found.isEmpty && !summary.isExact)
        #expect(Set(found.map(\.author)) == ["bot:nosy"] && Set(found.map(\.kind)) == [.newQuestion])
        #expect(found.allSatisfy { $0.after.hasPrefix("reads channel(19000000000000000") })
    }

    @Test func `a removed bot is reported by name, and the others are replayed`() async throws {
        let run = try await history(seed: 6, rounds: 1)
        let (found, summary) = try await run.replayed(bots: Self.testRegistry(Tally<TallyV1>.self))
        // The help listed it, too.
        #expect(found.allSatisfy { $0.author == "system:help" })
        let missing = try #require(summary.bots?.missing["nosy"])
        #expect(missing.invocations > 10 && missing.reason == "this build has no bot of that name")
        #expect(!summary.isExact)
        #expect(summary.human().contains("bot 'nosy' was not replayed (\(missing.invocations) invocations): this build"))
    }

    @Test func `a lost state change changes the following answers`() async throws {
        let run = try await history(seed: 7, rounds: 1)
        let reader = try await run.reader(
            after: """
                UPDATE bot_invocation SET writes = '[]'
                WHERE id = (SELECT id FROM bot_invocation WHERE writes LIKE '%channel:%' AND bot = 'tally' ORDER BY id LIMIT 1)
                """)
        var found: [ReplayDifference] = []
        _ = try await Replayer(reader, today: try await reader.directoryLookup(), botFactory: Self.recordedBots.botFactory()).run
        {
            found.append($0)
        }
        #expect(!found.isEmpty)
    }
}
