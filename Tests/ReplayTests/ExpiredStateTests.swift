import BotKit
import BotTesting
import ChatModel
import Foundation
import Moderation
import Replay
import RuleEngine
import Storage
import Testing

@testable import MezonBotApp

/// Tests that the deletion of expired rule state changes no decision.
@Suite(.timeLimit(.minutes(15)))
struct ExpiredStateTests {
    private static let rules = """
        version: 1
        rules:
          - id: slow
            trigger: message
            mode: enforce
            late: run
            cooldown: { per: user, for: 6h }
            then: { reply: slow }
          - id: count
            trigger: message
            mode: enforce
            late: run
            when: { author: { messages_seen: "< 5" } }
            then: [{ counter: { add: { name: said, scope: user } } }, { reply: "{{ counters.said }}" }]

        """

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `a history with late messages, restarts and deleted state is replayed exactly`(seed: UInt64) async throws {
        let plan = CompiledConfiguration.check(
            texts: ["config.yaml": Self.rules], root: "config.yaml", registry: BotRegistry([])
        ).compiled
        let harness = try await RuleTestHarness(
            try #require(plan), as: 900, clan: .test, channels: [.general, .random], members: [])
        var random = SplitMix64(seed: seed)
        var (deleted, hour) = (0, 0)
        for round in 0..<8 {
            var entries: [NewEntry] = []
            for _ in 0..<12 {
                hour += Int.random(in: 0...4, using: &random)
                let isLate = Int.random(in: 0..<5, using: &random) == 0
                let time = Date(timeIntervalSince1970: 1_767_787_200 + Double(isLate ? hour - 40 : hour) * 3600)
                let author = Bool.random(using: &random) ? Author.an : .binh
                let channel = Bool.random(using: &random) ? ChannelID.general : .random
                entries.append(.make(.make(text: "hi", in: channel, by: author, at: time), isLate: isLate))
            }
            try await harness.store.journal.append(entries)
            try await harness.work()
            deleted += try await harness.store.deleteExpiredRuleState()
            if round.isMultiple(of: 3) { try await harness.restart() }
        }
        #expect(deleted > 0)
        let reader = try harness.store.reader
        var found: [ReplayDifference] = []
        let summary = try await Replayer(reader, today: try await reader.directoryLookup()).run { found.append($0) }
        #expect(found == [] && summary.isExact && summary.decisions > 50)
    }
}
