import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SignalActionTests {
    @Test func `a signal triggers the rules waiting for it with the same event`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: caller, trigger: message, then: { signal: help } }
              - { id: other, trigger: { signal: fire }, then: { reply: "no" } }
              - { id: helper, trigger: { signal: help }, then: { reply: "{{ author.name }}" } }
            """)
        let decision = harness.say("x")
        #expect(decision.authors == ["rule:caller", "rule:helper"])
        #expect(decision.actions == [.reply("Bình")])
    }

    @Test func `a signal cycle stops after four triggers and is reported as a miss`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: ping, trigger: [message, { signal: ping }], then: { signal: pong } }
              - { id: pong, trigger: { signal: pong }, then: { signal: ping } }
            """)
        let decision = harness.say("x")
        #expect(decision.authors == ["ping", "pong", "ping", "pong", "ping"].map { "rule:" + $0 })
        #expect(
            decision.misses == [
                .init(author: "rule:pong", reason: "trigger: rules have triggered each other 4 times for this event")
            ])
    }

    @Test func `replies in a signal cycle stop at the trigger limit`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: ping, trigger: [message, { signal: pong }], then: [ { reply: ping }, { signal: ping } ] }
              - { id: pong, trigger: { signal: ping }, then: [ { reply: pong }, { signal: pong } ] }
            """)
        #expect(harness.say("x").actions == ["ping", "pong", "ping", "pong", "ping"].map { .reply(Draft($0)) })
    }

    @Test func `a shadow rule sends no signal and sets no variable for later rules`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: caller, mode: shadow, priority: 1, trigger: message, then: [ { signal: help }, { set: { var: v, value: x } } ] }
              - { id: helper, trigger: { signal: help }, then: { reply: called } }
              - { id: later, trigger: message, then: { reply: "{{ vars.v | default: nothing }}" } }
            """)
        #expect(harness.say("x").actions == [.reply("nothing")])
    }
}
