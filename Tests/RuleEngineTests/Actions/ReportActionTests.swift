import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ReportActionTests {
    @Test func `report alerts moderators and records a case without a sanction`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { report: spam } }")
        let decision = harness.say("buy this")
        #expect(
            decision.actions == [
                .send(Draft("🔔 Report (spam)\nBình (5) in Lab/#general\n“buy this”\nWhy: mezon-bot rules explain 100"), to: 14)
            ])
        #expect(
            decision.cases == [
                CaseDraft(
                    kind: "report", user: 5, clan: 1, channel: 11, message: 100, reason: "spam",
                    evidence: [
                        Evidence(
                            message: 100, channel: 11, author: 5, text: "buy this", attachments: [], at: RuleEngineHarness.start)
                    ])
            ])
    }
}
