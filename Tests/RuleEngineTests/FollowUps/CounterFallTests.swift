import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct CounterFallTests {
    private static func harness(
        counters: String = "counters: { activity: { scope: user@clan, decay: { by: 1, every: 1h } } }\n", crosses: String = "< 1"
    ) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - { id: a, trigger: message, when: { text: { equals: "+" } }, then: [{ counter: { add: { name: activity } } }] }
              - { id: show, trigger: message, when: { text: { equals: "?" } }, then: { reply: "{{ counters.activity }}" } }
              - id: quiet
                trigger: { counter: { name: activity, crosses: "\(crosses)", direction: down } }
                then: { send: { to: mod-log, text: "{{ author.id }} is quiet" } }
            """, configuration: RuleEngineHarness.moderation + counters)
    }

    @Test func `a described counter decays without a ladder`() throws {
        let harness = try Self.harness()
        harness.say("+")
        harness.say("+")
        #expect(harness.say("?", at: 3599).actions == [.reply("2")])
        #expect(harness.say("?", at: 3600).actions == [.reply("1")])
        #expect(harness.say("?", at: 9000).actions == [.reply("0")])
    }

    @Test func `a counter that decays to a value triggers a rule about the user who was counted`() throws {
        let harness = try Self.harness()
        #expect(harness.say("+").scheduledJobs.map(\.due) == [RuleEngineHarness.at(3600)])
        let job = try #require(harness.say("+", at: 1800).scheduledJobs.first)
        #expect(job.name == "fall.u5.g1 activity" && job.due == RuleEngineHarness.at(7200) && job.user == 5)
        let fallen = harness.feedDue(job)
        #expect(fallen.authors == ["rule:a", "rule:quiet"] && fallen.actions == [.send("5 is quiet", to: 14)])
        #expect(harness.feedDue(job).authors == [], "once")
    }

    @Test func `a counter that comes to a value triggers a rule from both sides`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, trigger: message, then: [{ counter: { add: { name: activity } } }] }
              - id: two
                trigger:
                  - counter: { name: activity, crosses: "2" }
                  - counter: { name: activity, crosses: "2", direction: down }
                then: { send: { to: mod-log, text: two } }
            """,
            configuration: RuleEngineHarness.moderation
                + "counters: { activity: { scope: user@clan, decay: { by: 1, every: 1h } } }\n")
        let turns = (0..<3).map { _ in harness.say("+") }
        #expect(turns.map { $0.authors.contains("rule:two") } == [false, true, false])
        let job = try #require(turns.last?.scheduledJobs.last)
        #expect(harness.feedDue(job).actions == [.send("two", to: 14)])
    }

    @Test func `a job that comes too early triggers nothing and is asked for again`() throws {
        let harness = try Self.harness()
        let first = try #require(harness.say("+").scheduledJobs.first)
        harness.say("+", at: 60)
        let early = harness.feedDue(first)
        #expect(early.authors == ["rule:a"] && early.scheduledJobs.map(\.due) == [RuleEngineHarness.at(7200)])
    }

    @Test func `a loss is noticed when the counter is counted before its job comes`() throws {
        let harness = try Self.harness()
        harness.say("+")
        #expect(harness.say("+", at: 4000).authors == ["rule:a", "rule:quiet"])
    }

    @Test(
        arguments: [
            (5, 1, "< 1", 5), (5, 2, "<= 1", 2), (5, 2, "< 2", 2), (9, 4, "2..4", nil), (9, 4, "4..6", 1), (3, 1, "> 5", nil),
            (3, 1, "< 9", nil), (1_000_000_000, 1, "< 1", 1_000_000_000),
        ] as [(Int, Int, String, Int?)])
    func `the next fall is computed`(count: Int, by: Int, goal: String, periods: Int?) throws {
        var entry = StateEntry(at: RuleEngineHarness.start)
        entry.count = count
        let comparison = try #require(Comparison(goal, .count))
        let due = entry.nextFall(by: CounterDecay(by: by, every: 60), to: [comparison])
        #expect(due == periods.map { RuleEngineHarness.at(Double($0) * 60) })
    }

    @Test func `a counter that has decayed to nothing leaves no entry`() throws {
        let harness = try Self.harness()
        let job = try #require(harness.say("+").scheduledJobs.first)
        harness.feedDue(job)
        let last = try #require(harness.recorded.last?.written.last { $0.key.kind == .counter })
        #expect(last.entry == nil)
    }

    @Test func `a counter has one description`() throws {
        let sections = """
            ladders: { l: { counter: activity, steps: [{ at: 1, then: [alert] }] } }
            counters: { activity: { decay: { every: 1h } } }

            """
        let (_, found) = try RuleEngineHarness.compile("  []", configuration: RuleEngineHarness.moderation + sections)
        #expect(found.contains { $0.contains("several-sources") }, "\(found)")
    }

    @Test func `the scope of a described counter is checked`() throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: [{ counter: { add: { name: x } } }, { reply: \"{{ counters.x }}\" }] }",
            configuration: RuleEngineHarness.moderation + "counters: { x: { scope: planet } }\n")
        #expect(found.contains { $0.contains("unknown-scope") }, "\(found)")
    }
}
