import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct ScheduleActionTests {
    @Test func `what is scheduled comes later, and the rule goes on`() throws {
        let harness = try RuleEngineHarness.going(RuleEngineHarness.later)
        let decision = harness.say("go")
        #expect(decision.kinds == ["reply"])
        let job = try #require(decision.scheduledJobs.first)
        #expect(job.due == RuleEngineHarness.at(600))
        #expect(harness.feedDue(job).kinds == ["react"])
        #expect(harness.feedDue(job).otherActions == [])
    }

    @Test func `a newer one of the same name and user replaces it`() throws {
        let harness = try RuleEngineHarness.going(RuleEngineHarness.later)
        let first = try #require(harness.say("go").scheduledJobs.first)
        let others = harness.say("go", by: Author(id: 7, username: "an"), at: 30)
        let second = harness.say("go", at: 60)
        #expect(second.actions.contains(.cancel(first.name)))
        #expect(harness.feedDue(first).otherActions == [])
        for decision in [others, second] {
            #expect(harness.feedDue(try #require(decision.scheduledJobs.first)).kinds == ["react"])
        }
    }

    @Test func `a wait in it continues there, and nothing is done twice`() throws {
        let harness = try RuleEngineHarness.going(
            "[{ schedule: { in: 10m, then: [{ react: 1️⃣ }, { wait: 5m }, { react: 2️⃣ }] } }, { wait: 1m }, { reply: x }]")
        let first = harness.say("go").scheduledJobs
        #expect(first.map(\.due) == [600, 60].map(RuleEngineHarness.at))
        #expect(
            harness.feedDue(first[1]).kinds == ["send"]
                || harness.feedDue(first[1]).kinds == [])
        let inner = harness.feedDue(first[0])
        #expect(inner.kinds == ["react"])
        #expect(harness.feedDue(try #require(inner.scheduledJobs.first)).kinds == ["react"])
    }
}
