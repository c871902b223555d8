import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ArchiveActionTests {
    private func evidence(_ message: MessageID, _ text: String, at seconds: Double, in channel: ChannelID = 11) -> Evidence {
        Evidence(message: message, channel: channel, author: 5, text: text, attachments: [], at: RuleEngineHarness.at(seconds))
    }

    private func rule(_ then: String) -> String {
        "  - { id: a, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: \(then) }"
    }

    @Test func `archive records evidence before later actions run, regardless of its position`() throws {
        let harness = try RuleEngineHarness(rule("[ delete, { reply: gone }, { archive: { include_last: 1 } } ]"))
        harness.say("zero", at: 0)
        harness.say("one", at: 1)
        let decision = harness.say("bad", at: 2)
        #expect(decision.results.map(\.summary) == ["archive, delete, reply"])
        #expect(decision.cases.map(\.evidence) == [[evidence(102, "bad", at: 2), evidence(101, "one", at: 1)]])
    }
}
