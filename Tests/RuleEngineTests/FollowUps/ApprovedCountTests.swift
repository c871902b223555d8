import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct ApprovedCountTests {
    private static func harness(_ counters: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - id: ask
                trigger: message
                when: { text: { equals: "+" } }
                then: { ask: { text: "Count {{ author }}?", approve: [{ counter: { add: { name: spam } } }] } }
              - id: up
                trigger: { counter: { name: spam, crosses: ">= 1" } }
                then: { send: { to: mod-log, text: "{{ author.id }} was counted in {{ channel.id }}" } }
              - id: down
                trigger: { counter: { name: spam, crosses: "< 1", direction: down } }
                then: { send: { to: mod-log, text: "{{ author.id }} is clean" } }
            """, configuration: RuleEngineHarness.moderation + counters)
    }

    private static let decaying = "counters: { spam: { scope: user@clan, decay: { by: 1, every: 1h } } }\n"

    @Test func `an approved change triggers rules about the user who was counted, not the moderator`() throws {
        let harness = try Self.harness(Self.decaying)
        harness.say("+")
        let decision = harness.press("ask/1.ask.0/approve", by: 8, at: 7200)
        let job = try #require(decision.scheduledJobs.first)
        #expect(!decision.authors.contains("rule:up"))
        #expect(job.due == RuleEngineHarness.at(7200) && job.user == 5 && job.channel == 11 && job.clan == 1)
        let told = harness.feedDue(job, author: "rule:ask")
        #expect(told.authors == ["rule:ask", "rule:up"] && told.otherActions == [.send("5 was counted in 11", to: 14)])
        let fall = try #require(told.scheduledJobs.first)
        #expect(fall.due == RuleEngineHarness.at(10_800), "the decay counts from the approval")
        #expect(harness.feedDue(fall, author: "rule:ask").authors == ["rule:ask", "rule:down"])
    }

    @Test func `an approved level triggers rules`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: ask, trigger: message, then: { ask: { text: "Raid?", approve: [{ set_level: raid }] } } }
              - { id: raid, trigger: { level: raid }, then: { send: { to: mod-log, text: "raid" } } }
            """)
        harness.say("x")
        #expect(harness.press("ask/1.ask.0/approve", by: 8, at: 60).authors.contains("rule:raid"))
    }

    @Test func `a job of another build or a damaged one is for no counter`() {
        for name in ["approved.1.u5.g1 spam", "approved. spam", "approved.1 spam", "approved.1.u5"] {
            let job = ScheduledJob(name, due: RuleEngineHarness.start, note: ["before": .integer(0)])
            let event = Event.system(.due(.init(author: "rule:a", job, at: RuleEngineHarness.start)))
            #expect(ApprovedCount(endingWith: event) == nil, "\(name)")
        }
    }
}
