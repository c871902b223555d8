import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct UnlockActionTests {
    private static let rules = """
          - { id: lock, mode: enforce, trigger: { command: lock }, then: { lock: 30m } }
          - { id: unlock, trigger: { command: reopen }, then: unlock }
          - { id: unlock-support, trigger: { command: open-support }, then: { unlock: support } }
          - { id: echo, trigger: message, then: { reply: heard } }
        """

    private func locked(_ channel: ChannelID = 11) throws -> RuleEngineHarness {
        let harness = try RuleEngineHarness(Self.rules)
        harness.say("*lock", by: RuleEngineHarness.moderator, in: channel)
        return harness
    }

    @Test func `an action and a moderator's command end a lock`() throws {
        let harness = try locked()
        harness.say("*reopen", by: RuleEngineHarness.moderator, at: 1)
        #expect(harness.say("hello", at: 2).actions == [.reply("heard")])
        harness.say("*lock", by: RuleEngineHarness.moderator, at: 3)
        #expect(harness.say("*unlock", at: 4).actions.first == .delete())
        let ended = harness.say("*unlock", by: RuleEngineHarness.moderator, at: 5)
        #expect(ended.actions.first == .ephemeral("🔓 Everybody may write here again.", to: 8))
        #expect(harness.say("hello", at: 6).actions == [.reply("heard")])
    }

    @Test func `a lock of another channel is ended by its name`() throws {
        let harness = try locked(12)
        #expect(harness.say("hello", in: 12, at: 1).actions.first == .delete())
        harness.say("*open-support", by: RuleEngineHarness.moderator, at: 2)
        #expect(harness.say("hello", in: 12, at: 3).actions == [.reply("heard")])
    }
}
