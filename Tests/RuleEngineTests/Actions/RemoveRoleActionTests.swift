import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct RemoveRoleActionTests {
    static let sanctions: [(String, [Action], CaseDraft)] = [
        (
            "remove_role: { role: dev, to: an }", [.member(.removeRole(22, from: 7, of: 1))],
            RuleEngineHarness.caseDraft("remove_role", user: 7, inverses: [.addRole(22, to: 7, of: 1)])
        )
    ]

    @Test(arguments: sanctions)
    func `a revoked role is recorded with its inverse`(action: String, actions: [Action], expected: CaseDraft) throws {
        try RuleEngineHarness.expect(action, requests: actions, in: expected)
    }
}
