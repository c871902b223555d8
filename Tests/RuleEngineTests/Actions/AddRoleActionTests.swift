import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct AddRoleActionTests {
    static let sanctions: [(String, [Action], CaseDraft)] = [
        (
            "add_role: dev", [.member(.addRole(22, to: 5, of: 1))],
            RuleEngineHarness.caseDraft("add_role", inverses: [.removeRole(22, from: 5, of: 1)])
        )
    ]

    @Test(arguments: sanctions)
    func `a granted role is recorded with its inverse`(action: String, actions: [Action], expected: CaseDraft) throws {
        try RuleEngineHarness.expect(action, requests: actions, in: expected)
    }
}
