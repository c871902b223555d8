import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct AlertActionTests {
    @Test func `an alert without a text names the rule, the user, the channel and the explain command`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, title: Bad words, trigger: message, when: { text: { contains: bad } }, then: [ alert, { alert: support } ] }"
        )
        let text = "🔔 Bad words\nBình (5) in Lab/#general\n“BAD”\nWhy: mezon-bot rules explain 100"
        #expect(harness.say("so BAD").actions == [.send(Draft(text), to: 14), .send(Draft(text), to: 12)])
    }

    @Test func `an alert uses its own text, or the locale of the bot`() throws {
        let own = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: { alert: { to: support, text: \"{{ author | mention }}!\" } } }")
        #expect(
            own.say("x").actions == [
                .send(Draft(Content("@Bình!"), mentions: [Mention(user: 5, username: "Bình", range: TextRange(0, 5))]), to: 12)
            ])
        let vietnamese = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: alert }", configuration: RuleEngineHarness.moderation + "bot: { locale: vi }\n")
        #expect(
            vietnamese.say("x").actions == [
                .send(Draft("🔔 a\nBình (5) tại Lab/#general\n“x”\nVì sao: mezon-bot rules explain 100"), to: 14)
            ])
    }
}
