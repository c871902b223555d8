import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct WarnActionTests {
    static let sanctions: [(String, [Action], CaseDraft)] = [
        ("warn", [.ephemeral("⚠ A warning: Be kind", to: 5)], RuleEngineHarness.caseDraft("warn")),
        ("warn: \"{{ author.name }}, stop\"", [.ephemeral("Bình, stop", to: 5)], RuleEngineHarness.caseDraft("warn")),
        ("warn: { to: an, text: stop }", [.ephemeral("stop", to: 7)], RuleEngineHarness.caseDraft("warn", user: 7)),
    ]

    @Test(arguments: sanctions)
    func `a warning is sent to the user and recorded`(action: String, actions: [Action], expected: CaseDraft) throws {
        try RuleEngineHarness.expect(action, requests: actions, in: expected)
    }
}
