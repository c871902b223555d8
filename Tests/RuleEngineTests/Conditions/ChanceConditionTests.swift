import ChatModel
import Testing

@testable import RuleEngine

struct ChanceConditionTests {
    @Test func `chance depends only on the event and the rule`() throws {
        let (set, _) = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, when: { chance: 0.25 }, then: { reply: x } }\n")
        func holds(_ id: Int, rule: String = "a") -> Bool {
            var facts = ConditionTestHarness().facts(.message(Message.make("x").with { $0.id = MessageID(Int64(id)) }), of: set)
            facts.rule = rule
            return set.rules[0].when?.decide(facts).holds ?? false
        }
        let hits = (1...2000).filter { holds($0) }
        #expect((420...580).contains(hits.count))
        #expect(hits == (1...2000).filter { holds($0) })
        #expect(hits != (1...2000).filter { holds($0, rule: "b") })
    }
}
