import BotKit
import ChatModel
import Testing

@testable import RuleEngine

extension RuleEngineHarness {
    /// Returns what a rule with one action requests for a message with a mention, markup, an embed and components.
    static func requested(by action: String) throws -> [Action] {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: [ \(action) ] }")
        let decision = harness.say("@an x") {
            $0.mentions = [Mention(user: 7, username: "an", range: TextRange(0, 3))]
            $0.content.markup = [Markup("b", TextRange(4, 5)), Markup("lk", TextRange(4, 5))]
            $0.content.extras = ["embed": .array([]), "components": .array([])]
        }
        #expect(decision.cases == [])
        return decision.actions
    }
}
