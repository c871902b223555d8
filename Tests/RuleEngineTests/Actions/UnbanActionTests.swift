import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct UnbanActionTests {
    @Test func `unban requests no action of the server and records no case`() throws {
        let decision = try RuleEngineHarness(RuleEngineHarness.sanctionRule("{ unban: { to: an } }")).say("bad")
        #expect(decision.actions == [])
        #expect(decision.cases == [])
    }
}
