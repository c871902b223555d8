import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct StrikeRefundTests {
    private static let ladder = """
        ladders:
          standard:
            counter: strikes
            steps:
              - { at: 1, then: [warn] }
              - { at: 2, then: [warn, { mute: { for: 10m } }] }
              - { at: 3, then: [{ ask: { channel: mod-log, approve: [kick] } }] }

        """
    private static let rules = """
          - id: a
            mode: enforce
            trigger: message
            when: { text: { contains: bad } }
            then: [escalate: { ladder: standard, by: 1 }]
        """
    private static let day = 86_400.0

    private func harness(restoring: [StoredStateEntry] = []) throws -> RuleEngineHarness {
        try RuleEngineHarness(Self.rules, configuration: RuleEngineHarness.moderation + Self.ladder, restoring: restoring)
    }

    private func undo(_ strikes: [Strike], at seconds: Double = 0) -> Event {
        .system(
            .undo(
                .init(
                    cases: [1], by: "an", clan: 1, channel: 11, inverses: [], strikes: strikes, at: RuleEngineHarness.at(seconds))
            ))
    }

    @Test func `cases record their strike, including cases that need approval`() throws {
        let harness = try harness()
        func strike(_ entry: Int64, _ count: Int) -> Strike {
            Strike(entry: entry, counter: "strikes", subject: "u5.g1", by: 1, count: count, at: RuleEngineHarness.start)
        }
        #expect(harness.say("bad").cases.map(\.strike) == [strike(1, 1)])
        #expect(harness.say("bad").cases.map(\.strike) == [strike(2, 2), strike(2, 2)])
        harness.say("bad")
        #expect(harness.press("ask/3.a.0/approve", by: 8).cases.map(\.strike) == [strike(3, 3)])
    }

    @Test func `a strike is refunded once, and escalation continues from there`() throws {
        let harness = try harness()
        harness.say("bad")
        let strikes = harness.say("bad").cases.compactMap(\.strike)
        let given = harness.feed(undo(strikes))
        #expect(
            given.results == [
                AuthorResult(
                    author: "system:strike-refunds", actions: [], reason: "strikes of u5.g1: 2 → 1", summary: "gave back")
            ])
        #expect(given.isRecorded)
        #expect(harness.feed(undo(strikes)).results == [])
        #expect(harness.say("bad").actions.map(\.kind) == ["ephemeral", "mute"])
    }

    @Test func `a strike refund survives a restart`() throws {
        let harness = try harness()
        let strikes = harness.say("bad").cases.compactMap(\.strike)
        harness.feed(undo(strikes))
        harness.say("bad")
        let later = try self.harness(restoring: harness.recorded.flatMap(\.storedEntries))
        #expect(later.feed(undo(strikes)).results == [])
        #expect(later.say("bad").actions.map(\.kind) == ["ephemeral", "mute"])
    }

    @Test(arguments: [(1, 1, 0.0, 1), (3, 3, 8, 2), (1, 1, 8, 0), (1, 2, 2, 1), (1, 2, 8, 1), (2, 5, 35, 0), (1, 1, -3, 1)])
    func `a decayed strike is not refunded again`(by: Int, count: Int, days: Double, rest: Int) {
        let strike = Strike(entry: 1, counter: "s", subject: "u5", by: by, count: count, at: RuleEngineHarness.start)
        #expect(
            strike.remaining(decay: CounterDecay(by: 1, every: 7 * Self.day), at: RuleEngineHarness.at(days * Self.day))
                == rest)
        #expect(strike.remaining(decay: nil, at: RuleEngineHarness.at(days * Self.day)) == by)
    }

    @Test func `an undo event of an older version refunds nothing`() throws {
        let text = #"{"cases":[1],"by":"an","clan":1,"channel":2,"inverses":[],"at":1}"#
        let undo = try JSONDecoder().decode(SystemEvent.Undo.self, from: Data(text.utf8))
        #expect(undo.strikes == [])
    }
}
