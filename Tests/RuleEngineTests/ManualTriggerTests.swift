import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ManualTriggerTests {
    @Test func `a manual trigger runs only the named rule within its channel scope`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: news, trigger: [manual, message], in: { channels: [general] }, then: { send: { to: support, text: "{{ rule.id }}" } } }
              - { id: other, trigger: manual, then: { send: { to: support, text: other } } }
            """)
        func fire(_ rule: String, in channel: ChannelID) -> [Action] {
            harness.feed(.system(.fired(.init(rule: rule, clan: 1, channel: channel, at: RuleEngineHarness.start)))).actions
        }
        #expect(fire("news", in: 11) == [.send("news", to: 12)])
        #expect(fire("news", in: 12) == [])
        #expect(fire("other", in: 0) == [.send("other", to: 12)])
        #expect(fire("nothing", in: 11) == [])
    }

    @Test func `a manual trigger provides no message, author or channel`() throws {
        let rules = """
              - { id: a, trigger: manual, then: [ { reply: hi }, delete, { send: { to: support, text: "{{ author }} {{ channel }}" } } ] }
            """
        #expect(
            try RuleEngineHarness.compile(rules).1 == [
                "1:41 nothing-to-act-on", "1:54 nothing-to-act-on", "1:95 template-path", "1:108 template-path",
            ])
    }
}
