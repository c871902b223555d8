import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct CancelActionTests {
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

    @Test func `another rule cancels it by its name`() throws {
        let harness = try Self.harness(Self.later)
        let job = try #require(harness.say("go").scheduledJobs.first)
        let cancelled = harness.say("halt", at: 60)
        #expect(cancelled.results.contains { $0.author == "rule:a" && $0.actions == [.cancel(job.name)] })
        #expect(harness.feedDue(job).otherActions == [])
    }

    @Test func `a rule in shadow mode cancels nothing`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, trigger: message, when: { text: { contains: go } }, then: \(Self.later) }
              - { id: b, mode: shadow, trigger: message, when: { text: { contains: halt } }, then: [{ cancel: later }] }
            """)
        let job = try #require(harness.say("go").scheduledJobs.first)
        harness.say("halt", at: 60)
        #expect(Self.kinds(harness.feedDue(job).otherActions) == ["react"])
    }

    @Test func `nothing to cancel is said in the trace`() throws {
        let harness = try Self.harness(Self.later)
        #expect(harness.say("halt").results.first?.reason.contains("nothing to cancel") == true)
    }
}
