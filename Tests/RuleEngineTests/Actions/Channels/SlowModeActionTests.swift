import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Tests `slow_mode`, and what the rules do in a channel that is slowed down.
struct SlowModeActionTests {
    private static let rules = """
          - { id: slow, mode: enforce, trigger: { command: slow }, then: { slow_mode: { every: 30s, for: 1h } } }
          - { id: fast, trigger: { command: fast }, then: { slow_mode: off } }
          - { id: echo, trigger: message, then: { reply: heard } }
        """
    private static let notice = Action.ephemeral(
        "🐢 Slow mode: one message every 30 seconds. Your message was deleted.", to: 5)
    private static let other = Author(id: 7, username: "an", displayName: "An")

    private func slowed() throws -> RuleEngineHarness {
        let harness = try RuleEngineHarness(Self.rules)
        harness.say("*slow", by: RuleEngineHarness.moderator)
        return harness
    }

    @Test func `a message sooner than the interval after the last one is deleted`() throws {
        let harness = try slowed()
        #expect(harness.say("one", at: 10).actions == [.reply("heard")])
        #expect(harness.say("two", at: 20).actions == [.delete(), Self.notice])
        // What was deleted does not begin the interval anew, and the author is told once a minute.
        #expect(harness.say("three", at: 39).actions == [.delete()])
        #expect(harness.say("four", at: 40).actions == [.reply("heard")])
        #expect(harness.say("five", at: 41).actions == [.delete()])
        #expect(harness.say("six", at: 81).actions == [.reply("heard")])
        #expect(harness.say("seven", at: 82).actions == [.delete(), Self.notice])
    }

    @Test func `each user has an interval of their own, in that channel only`() throws {
        let harness = try slowed()
        #expect(harness.say("one", at: 10).actions == [.reply("heard")])
        #expect(harness.say("one", by: Self.other, at: 11).actions == [.reply("heard")])
        #expect(harness.say("two", in: 12, at: 11).actions == [.reply("heard")])
        #expect(harness.say("a", by: RuleEngineHarness.moderator, at: 11).actions == [.reply("heard")])
        #expect(harness.say("b", by: RuleEngineHarness.moderator, at: 12).actions == [.reply("heard")])
    }

    @Test func `slow mode ends by itself, by an action, and by a moderator's command`() throws {
        let harness = try slowed()
        harness.say("one", at: 3599)
        #expect(harness.say("two", at: 3600).actions == [.reply("heard")])
        for command in ["*fast", "*unlock"] {
            let harness = try slowed()
            harness.say("one", at: 1)
            #expect(harness.say("two", at: 2).actions.first == .delete())
            harness.say(command, by: RuleEngineHarness.moderator, at: 3)
            #expect(harness.say("three", at: 4).actions == [.reply("heard")])
        }
    }

    @Test func `slow mode survives a restart`() throws {
        let harness = try slowed()
        harness.say("one", at: 10)
        let again = try RuleEngineHarness(Self.rules, restoring: harness.recorded.flatMap(\.storedEntries))
        #expect(again.say("two", at: 20).actions == [.delete(), Self.notice])
    }

    @Test func `the interval is shorter than the duration`() throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, mode: enforce, trigger: message, then: { slow_mode: { every: 2h, for: 1h } } }"
        ).1
        #expect(found.map { $0.split(separator: " ").last } == ["contradiction"])
    }
}
