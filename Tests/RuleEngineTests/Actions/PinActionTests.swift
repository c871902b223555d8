import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct PinActionTests {
    @Test func `a pin action pins the message`() throws {
        #expect(try RuleEngineHarness.requested(by: "pin") == [.pin])
    }
}
