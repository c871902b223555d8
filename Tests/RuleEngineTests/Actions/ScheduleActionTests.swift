import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct ScheduleActionTests {
    private static func harness(_ then: String, _ other: String = "[{ cancel: later }]") throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - { id: a, trigger: message, when: { text: { contains: go } }, then: \(then) }
              - { id: b, trigger: message, when: { text: { contains: halt } }, then: \(other) }
            """)
    }

    private static let later = "[{ schedule: { in: 10m, name: later, then: [{ react: 🔔 }] } }, { reply: now }]"

    private static func kinds(_ actions: [Action]) -> [String] {
        actions.map { action in
            if case .resolved(let outgoing) = action { outgoing.request.kind } else { action.kind }
        }
    }

    @Test func `what is scheduled comes later, and the rule goes on`() throws {
        let harness = try Self.harness(Self.later)
        let decision = harness.say("go")
        #expect(Self.kinds(decision.otherActions) == ["reply"])
        let job = try #require(decision.scheduledJobs.first)
        #expect(job.due == RuleEngineHarness.at(600))
        #expect(Self.kinds(harness.feedDue(job).otherActions) == ["react"])
        #expect(harness.feedDue(job).otherActions == [])
    }

    @Test func `a newer one of the same name and user replaces it`() throws {
        let harness = try Self.harness(Self.later)
        let first = try #require(harness.say("go").scheduledJobs.first)
        let others = harness.say("go", by: Author(id: 7, username: "an"), at: 30)
        let second = harness.say("go", at: 60)
        #expect(second.actions.contains(.cancel(first.name)))
        #expect(harness.feedDue(first).otherActions == [])
        for decision in [others, second] {
            #expect(Self.kinds(harness.feedDue(try #require(decision.scheduledJobs.first)).otherActions) == ["react"])
        }
    }

    @Test func `a wait in it continues there, and nothing is done twice`() throws {
        let harness = try Self.harness(
            "[{ schedule: { in: 10m, then: [{ react: 1️⃣ }, { wait: 5m }, { react: 2️⃣ }] } }, { wait: 1m }, { reply: x }]")
        let first = harness.say("go").scheduledJobs
        #expect(first.map(\.due) == [600, 60].map(RuleEngineHarness.at))
        #expect(
            Self.kinds(harness.feedDue(first[1]).otherActions) == ["send"]
                || Self.kinds(harness.feedDue(first[1]).otherActions) == [])
        let inner = harness.feedDue(first[0])
        #expect(Self.kinds(inner.otherActions) == ["react"])
        #expect(Self.kinds(harness.feedDue(try #require(inner.scheduledJobs.first)).otherActions) == ["react"])
    }
}
