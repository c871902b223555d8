import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct CancelActionTests {
    @Test func `another rule cancels it by its name`() throws {
        let harness = try RuleEngineHarness.going(RuleEngineHarness.later)
        let job = try #require(harness.say("go").scheduledJobs.first)
        let cancelled = harness.say("halt", at: 60)
        #expect(cancelled.results.contains { $0.author == "rule:a" && $0.actions == [.cancel(job.name)] })
        #expect(harness.feedDue(job).otherActions == [])
    }

    @Test func `a rule in shadow mode cancels nothing`() throws {
        let harness = try RuleEngineHarness.going(RuleEngineHarness.later, mode: "shadow")
        let job = try #require(harness.say("go").scheduledJobs.first)
        harness.say("halt", at: 60)
        #expect(harness.feedDue(job).kinds == ["react"])
    }

    @Test func `nothing to cancel is said in the trace`() throws {
        let harness = try RuleEngineHarness.going(RuleEngineHarness.later)
        #expect(harness.say("halt").results.first?.reason.contains("nothing to cancel") == true)
    }
}
