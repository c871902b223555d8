import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct UnmuteActionTests {
    @Test func `unmute ends a mute in the named channels and records no case`() throws {
        let rule = RuleEngineHarness.sanctionRule("{ unmute: { to: an, in: [general, support] } }")
        let decision = try RuleEngineHarness(rule).say("bad")
        #expect(decision.actions == [.member(.unmute(7, in: 11)), .member(.unmute(7, in: 12))])
        #expect(decision.cases == [])
    }
}
