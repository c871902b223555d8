import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct SystemRulesTests {
    private func failure(_ author: String, at seconds: Double) -> Event {
        .system(
            .failed(
                .init(
                    cause: 3, author: author, action: "mute", clan: 1, channel: 11, reason: "permission denied",
                    at: RuleEngineHarness.at(seconds))))
    }

    @Test func `failed deliveries are reported once a minute per author`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: x } }")
        func told(_ author: String, at seconds: Double) -> [Action] { harness.feed(failure(author, at: seconds)).actions }
        #expect(told("rule:a", at: 0) == [.send("⚠ rule:a: mute did not work in Lab/#general: permission denied", to: 14)])
        #expect(told("rule:a", at: 59) == [])
        #expect(told("bot:b", at: 59).count == 1)
        #expect(told("rule:a", at: 60).count == 1)
        #expect(told("system:failures", at: 120) == [])
        #expect(told("system:reload", at: 120) == [])
    }

    @Test func `repeated undo failures are reported once a minute`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: x } }")
        let told = (0..<100).map { harness.feed(failure("system:undo", at: Double($0) / 10)).actions.count }
        #expect(told == [1] + Array(repeating: 0, count: 99))
    }

    @Test func `without a moderator channel failures are not reported`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: x } }", configuration: "")
        #expect(harness.feed(failure("rule:a", at: 0)).results == [])
    }

    @Test func `a system event without a matching rule yields nothing`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: x } }")
        #expect(harness.feed(.system(.expired(caseID: 1, clan: 1, channel: 11, at: RuleEngineHarness.start))).results == [])
        let answer = SystemEvent.Answer(question: "9.x.0", choice: .approve, at: RuleEngineHarness.start)
        #expect(harness.feed(.system(.answered(answer))).results == [])
    }
}
