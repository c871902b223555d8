import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct StopActionTests {
    @Test func `a stop action skips the actions after it`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: [ { reply: x }, { stop: rule }, { reply: z } ] }")
        #expect(harness.say("x").actions == [.reply("x")])
    }
}
