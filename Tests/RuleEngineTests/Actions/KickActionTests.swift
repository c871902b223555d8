import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct KickActionTests {
    static let sanctions: [(String, [Action], CaseDraft)] = [
        ("kick", [.member(.kick(5, of: 1, reason: "Be kind"))], RuleEngineHarness.caseDraft("kick")),
        (
            "kick: { to: an, reason: out }", [.member(.kick(7, of: 1, reason: "out"))],
            RuleEngineHarness.caseDraft("kick", user: 7, reason: "out")
        ),
    ]

    @Test(arguments: sanctions)
    func `a kick records a case without an inverse`(action: String, actions: [Action], expected: CaseDraft) throws {
        try RuleEngineHarness.expect(action, requests: actions, in: expected)
    }
}
