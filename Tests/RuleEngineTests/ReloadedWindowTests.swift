import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct ReloadedWindowTests {
    private static let flood =
        "  - { id: flood, trigger: message, when: { flood: { count: \"> 3\", within: 10s, per: user } }, then: { reply: slow } }"

    @Test func `a half-counted flood survives a reload of another rule`() throws {
        let harness = try RuleEngineHarness(Self.flood)
        for second in 0..<3 { #expect(harness.say("hi", at: Double(second)).actions == []) }
        let (next, _) = try RuleEngineHarness.compile(
            Self.flood + "\n  - { id: other, trigger: message, when: { text: { contains: x } }, then: { reply: y } }")
        harness.engine.change(to: next, from: harness.sequence + 1)
        #expect(harness.say("hi", at: 3).actions == [.reply("slow")])
    }

    @Test func `a channel that a reload adds to a rule is counted from then on`() throws {
        func rule(_ channels: String) -> String {
            "  - { id: flood, trigger: message, in: { channels: [\(channels)] }, when: { flood: { count: \"> 2\", within: 10s } }, then: { reply: slow } }"
        }
        let harness = try RuleEngineHarness(rule("general"))
        harness.say("hi", in: 12, at: 0)
        let (next, _) = try RuleEngineHarness.compile(rule("general, support"))
        harness.engine.change(to: next, from: harness.sequence + 1)
        let actions = (1...3).map { harness.say("hi", in: 12, at: Double($0)).actions }
        #expect(actions == [[], [], [.reply("slow")]])
    }
}
