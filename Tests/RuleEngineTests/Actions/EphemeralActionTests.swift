import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct EphemeralActionTests {
    static let actions: [(String, [Action])] = [
        ("ephemeral: hi", [.ephemeral("hi", to: 5)]),
        ("ephemeral: { to: target, text: hi }", [.ephemeral("hi", to: 7)]),
    ]

    @Test(arguments: actions)
    func `an ephemeral action shows its text to one user`(action: String, expected: [Action]) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == expected)
    }
}
