import BotKit
import ChatModel
import Synchronization
import Testing

@testable import RuleEngine

@Suite struct RuleCostTests {
    @Test func `one decision in 64 is measured, for the rules that it evaluates`() throws {
        let set = try compiled(
            """
              - { id: greeting, trigger: message, then: { react: "👋" } }
              - { id: edits, trigger: { edit: {} }, then: { react: "👋" } }
            """)
        let clock = Mutex(Duration.zero)
        let engine = RuleEngine(
            set,
            uptime: {
                clock.withLock { now in
                    now += .milliseconds(3)
                    return now
                }
            })
        #expect(engine.costs.isEmpty)
        for sequence in 1...128 as ClosedRange<Int64> {
            _ = engine.decide(
                .message(.make("hello")),
                EventContext(now: RuleEngineHarness.start, me: RuleEngineHarness.me, isLate: false, sequence: sequence)
            )
        }
        #expect(engine.costs == ["greeting": RuleCost(evaluations: 2, time: .milliseconds(6))])
        #expect(engine.costs["greeting"]?.average == .milliseconds(3))
        engine.change(to: set, from: 129)
        #expect(engine.costs.isEmpty)
    }
}
