import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SetActionTests {
    static let scopes: [(String, sameChannel: String, otherChannel: String, other: String)] = [
        ("user", "v", "v", "none"), ("channel", "v", "none", "v"), ("clan", "v", "v", "v"), ("user+channel", "v", "none", "none"),
    ]

    @Test(arguments: scopes)
    func `a variable is visible in its scope`(scope: String, sameChannel: String, otherChannel: String, other: String) throws {
        let harness = try RuleEngineHarness.changing(
            [("x", "set: { var: mood, value: v, scope: \(scope) }")], showing: "{{ vars.mood | default: none }}")
        harness.say("x")
        #expect(harness.shown() == [.reply(Draft(sameChannel))])
        #expect(harness.shown(in: 12) == [.reply(Draft(otherChannel))])
        #expect(harness.shown(by: RuleEngineHarness.moderator) == [.reply(Draft(other))])
    }

    @Test func `a variable expires after its ttl`() throws {
        let harness = try RuleEngineHarness.changing(
            [("x", "set: { var: mood, value: \"{{ author.name }}\", scope: user, ttl: 1m }")],
            showing: "{{ vars.mood | default: none }}")
        harness.say("x")
        #expect(harness.shown(at: 59) == [.reply("Bình")])
        #expect(harness.shown(at: 60) == [.reply("none")])
    }

    @Test func `an event variable is visible to later rules of the same event only`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, priority: 1, trigger: message, when: { text: { equals: x } }, then: { set: { var: mood, value: v } } }
              - { id: b, trigger: message, then: { reply: "{{ vars.mood | default: none }}" } }
            """)
        #expect(harness.say("x").actions == [.reply("v")])
        #expect(harness.say("y").actions == [.reply("none")])
    }
}
