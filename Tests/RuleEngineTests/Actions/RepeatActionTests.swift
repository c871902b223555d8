import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct RepeatActionTests {
    @Test(arguments: [
        ("repeat: { times: 3, then: [{ react: x }] }", 3, [0]),
        ("repeat: { times: 3, every: 5m, then: [{ react: x }] }", 3, [1, 1, 1]),
    ])
    func `an action is repeated`(action: String, count: Int, perStep: [Int]) throws {
        let harness = try RuleEngineHarness.going("[{ \(action) }, { reply: done }]")
        var decision = harness.say("go")
        var done = decision.kinds
        var times: [Date] = []
        while let job = decision.scheduledJobs.first {
            times.append(job.due)
            decision = harness.feedDue(job)
            done += decision.kinds
        }
        #expect(done.filter { $0 == "react" }.count == count && done.last != "react")
        #expect(times == (perStep.count == 3 ? [300, 600].map(RuleEngineHarness.at) : []))
    }

    @Test func `a repetition ends when its condition holds`() throws {
        let harness = try RuleEngineHarness.going(
            "[{ repeat: { times: 9, every: 5m, until: { var: { name: done, is: \"yes\" } }, then: [{ react: x }] } }, { reply: over }]",
            halting: "[{ set: { var: done, value: \"yes\", scope: user } }]")
        let first = harness.say("go")
        harness.say("halt", at: 10)
        let second = harness.feedDue(try #require(first.scheduledJobs.first))
        #expect(second.kinds.contains("react"))
        #expect(second.scheduledJobs == [])
    }

    @Test func `a repetition contains no other`() throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: { repeat: { times: 9, then: { repeat: { times: 9, then: { react: x } } } } } }")
        #expect(found.map { $0.split(separator: " ").last } == ["nested-repeat"])
    }

    @Test func `rules that repeat signals to each other stay bounded`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, trigger: [message, { signal: b }], limits: { per_minute: 9 }, then: { repeat: { times: 100, then: { signal: a } } } }
              - { id: b, trigger: { signal: a }, limits: { per_minute: 9 }, then: { repeat: { times: 100, then: { signal: b } } } }
            """)
        let decision = harness.say("x")
        #expect(decision.results.count < 1000)
        #expect(decision.misses.contains { $0.reason.contains("more than 200 changes") })
    }
}
