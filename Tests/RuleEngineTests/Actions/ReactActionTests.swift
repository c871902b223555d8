import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ReactActionTests {
    @Test func `a react action adds a reaction`() throws {
        #expect(try RuleEngineHarness.requested(by: "{ react: 👍 }") == [.react("👍")])
    }
}
