import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Tests `lock`, and what the rules do in a locked channel.
struct LockActionTests {
    private static let rules = """
          - { id: lock, mode: enforce, trigger: { command: lock }, then: { lock: 30m } }
          - { id: lock-support, mode: enforce, trigger: { command: elsewhere }, then: { lock: { for: 1h, channel: support } } }
          - { id: echo, trigger: message, then: { reply: heard } }
        """

    private static func deletionNotice(until clock: String = "12:30") -> Action {
        .ephemeral(Draft("🔒 Only moderators write here until \(clock). Your message was deleted."), to: 5)
    }

    private func locked() throws -> RuleEngineHarness {
        let harness = try RuleEngineHarness(Self.rules)
        harness.say("*lock", by: RuleEngineHarness.moderator)
        return harness
    }

    @Test func `a message in a locked channel is deleted, and its author is told once`() throws {
        let harness = try locked()
        let first = harness.say("hello", at: 1)
        #expect(first.actions == [.delete(), Self.deletionNotice()])
        #expect(first.authors == ["system:lock"])
        #expect(first.results.first?.reason == "locked until 12:30")
        #expect(first.stops == "stopped by system:lock")
        #expect(harness.say("hello?", at: 2).actions == [.delete()])
    }

    @Test func `moderators write in a locked channel, and everybody in others`() throws {
        let harness = try locked()
        #expect(harness.say("hello", by: RuleEngineHarness.moderator, at: 1).actions == [.reply("heard")])
        #expect(harness.say("hello", in: 12, at: 1).actions == [.reply("heard")])
    }

    @Test func `a lock includes the public threads of its channel`() throws {
        #expect(try locked().say("hello", in: 15, at: 1).actions.first == .delete())
    }

    @Test func `a lock ends by itself, and does not hold for messages before it`() throws {
        let harness = try locked()
        #expect(harness.say("early", at: -1, isLate: true).actions != [.delete(), Self.deletionNotice()])
        #expect(harness.say("hello", at: 1799).actions.first == .delete())
        #expect(harness.say("hello", at: 1800).actions == [.reply("heard")])
    }

    @Test func `a named channel is locked, but none of another clan`() throws {
        let harness = try RuleEngineHarness(Self.rules)
        harness.say("*elsewhere", by: RuleEngineHarness.moderator)
        #expect(harness.say("hello", in: 12, at: 1).actions == [.delete(), Self.deletionNotice(until: "13:00")])
        #expect(harness.say("hello", at: 1).actions == [.reply("heard")])
        let foreign = RuleEngineHarness.channels.filter { $0.id != 12 } + [Channel(id: 12, clan: 2, label: "support")]
        let other = try RuleEngineHarness(Self.rules, channels: foreign, hasSeveralClans: true)
        let refused = other.say("*elsewhere", by: RuleEngineHarness.moderator)
        #expect(refused.results.contains { $0.reason.contains("channel 12 belongs to another clan") })
        #expect(other.say("hello", in: 12, clan: 2, at: 1).actions == [.reply("heard")])
    }

    @Test func `a lock survives a restart, is listed, and holds as long as its rule is enforced`() throws {
        let stored = try locked().recorded.flatMap(\.storedEntries)
        let again = try RuleEngineHarness(Self.rules, restoring: stored)
        #expect(again.say("hello", at: 60).actions == [.delete(), Self.deletionNotice()])
        let listed = again.engine.restrictions(at: RuleEngineHarness.at(60), stored: stored)
        #expect(listed.map { "\($0.kind) \($0.channel) \($0.rule)" } == ["lock 11 lock"])
        #expect(listed.map(\.until) == [RuleEngineHarness.at(1800)])
        #expect(again.engine.restrictions(at: RuleEngineHarness.at(1800), stored: stored) == [])
        let withdrawn = Self.rules.replacing("id: lock, mode: enforce", with: "id: lock, mode: shadow")
        let shadow = try RuleEngineHarness(withdrawn, restoring: stored)
        #expect(shadow.say("hello", at: 60).actions == [.reply("heard")])
        #expect(shadow.engine.restrictions(at: RuleEngineHarness.at(60), stored: stored) == [])
    }

    @Test func `a rule in shadow mode locks nothing`() throws {
        let harness = try RuleEngineHarness(Self.rules.replacing("id: lock, mode: enforce", with: "id: lock"))
        harness.say("*lock", by: RuleEngineHarness.moderator)
        #expect(harness.say("hello", at: 1).actions == [.reply("heard")])
    }

    @Test func `a lock needs a duration and a permission`() throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, mode: enforce, trigger: message, then: { lock: { channel: general } } }"
        ).1
        #expect(found.map { $0.split(separator: " ").last } == ["missing-key"])
        #expect(try locked().set.listing.first { $0.id == "lock" }?.requiredPermissions == [.deleteMessage])
    }
}
