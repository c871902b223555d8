import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct UnreactActionTests {
    @Test func `an unreact action removes a reaction`() throws {
        #expect(try RuleEngineHarness.requested(by: "{ unreact: 👍 }") == [.unreact("👍")])
    }
}
