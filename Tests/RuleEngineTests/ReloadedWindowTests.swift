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
}
