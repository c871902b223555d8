import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct FlowActionTests {
    @Test(arguments: [("aa", ["1", "then", "2"]), ("a", ["1", "otherwise", "2"])])
    func `an if action runs its then or otherwise branch`(text: String, said: [String]) throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: message
                then:
                  - reply: "1"
                  - if: { when: { text: { length: 2 } }, then: [ { reply: then } ], otherwise: [ { reply: otherwise } ] }
                  - reply: "2"
            """)
        #expect(harness.say(text).actions == said.map { .reply(Draft($0)) })
    }

    @Test func `a match inside an if action is not visible to templates`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: message
                when: { text: { contains: one } }
                then:
                  - if: { when: { text: { contains: two } }, then: { reply: "{{ match.text }}" } }
            """)
        #expect(harness.say("one two").actions == [.reply("one")])
    }

    @Test func `a run action passes the command and its arguments in every notation`() throws {
        func asked(_ run: String) throws -> [Action] {
            try RuleEngineHarness(
                "  - { id: a, trigger: message, then: { run: { \(run) } } }",
                configuration: RuleEngineHarness.moderation + "bots: { dice: { enabled_in: all } }\n"
            ).say("x").actions
        }
        #expect(try asked("bot: dice, command: roll") == [.run(bot: "dice", command: "*roll")])
        #expect(try asked("bot: dice, command: \"*roll\", args: 2d6") == [.run(bot: "dice", command: "*roll 2d6")])
        #expect(
            try asked("bot: dice, command: roll, args: [a, \"{{ author.name }}\"]") == [
                .run(bot: "dice", command: "*roll a Bình")
            ])
        #expect(try asked("bot: dice, command: roll, args: { sides: \"6\" }") == [.run(bot: "dice", command: "*roll sides=6")])
    }

    @Test func `a signal triggers the rules waiting for it with the same event`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: caller, trigger: message, then: { signal: help } }
              - { id: other, trigger: { signal: fire }, then: { reply: "no" } }
              - { id: helper, trigger: { signal: help }, then: { reply: "{{ author.name }}" } }
            """)
        let conclusion = harness.say("x")
        #expect(conclusion.authors == ["rule:caller", "rule:helper"])
        #expect(conclusion.actions == [.reply("Bình")])
    }

    @Test func `a signal cycle stops after four triggers and is reported as a miss`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: ping, trigger: [message, { signal: ping }], then: { signal: pong } }
              - { id: pong, trigger: { signal: pong }, then: { signal: ping } }
            """)
        let conclusion = harness.say("x")
        #expect(conclusion.authors == ["ping", "pong", "ping", "pong", "ping"].map { "rule:" + $0 })
        #expect(
            conclusion.misses == [
                .init(author: "rule:pong", reason: "trigger: rules have triggered each other 4 times for this event")
            ])
    }

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

    static let words: [(String, [AuthorResult.OnError])] = [
        ("delete", [.stop, .continue]), ("delete: { on_error: continue }", []), ("delete: { on_error: retry }", []),
        ("send: { to: mod-log, text: x, on_error: stop }", [.stop, .continue]), ("send: { to: mod-log, text: x }", []),
    ]

    @Test(arguments: words)
    func `onError comes from the action's on_error or from the default of its kind`(
        action: String, onError: [AuthorResult.OnError]
    ) throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, mode: enforce, trigger: message, when: { text: { contains: x } }, then: [ \(action), { reply: x } ] }")
        #expect(harness.say("x").contributions.map(\.onError) == [onError])
        #expect(harness.say("x").contributions.map(\.summary) == ["\(action.prefix { $0 != ":" }), reply"])
    }

    @Test func `a stop action skips the actions after it`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: [ { reply: x }, { stop: rule }, { reply: z } ] }")
        #expect(harness.say("x").actions == [.reply("x")])
    }
}
