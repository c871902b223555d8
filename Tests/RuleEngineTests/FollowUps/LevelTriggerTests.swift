import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct LevelTriggerTests {
    private static func harness(_ set: String = "{ to: raid, for: 30m }", trigger: String = "{ level: [raid, calm] }") throws
        -> RuleEngineHarness
    {
        try RuleEngineHarness(
            """
              - { id: a, trigger: message, when: { text: { equals: raid } }, then: { set_level: \(set) } }
              - { id: b, trigger: \(trigger), then: { send: { to: mod-log, text: changed } } }
              - { id: c, trigger: message, when: [{ text: { equals: "?" } }, { level: raid }], then: { reply: raid } }
            """)
    }

    @Test func `a level triggers rules when it changes and when it falls by itself`() throws {
        let harness = try Self.harness()
        let raised = harness.say("raid")
        let fall = try #require(raised.scheduledJobs.first)
        #expect(raised.authors == ["rule:a", "rule:b"] && fall.name == "level.1" && fall.due == RuleEngineHarness.at(1800))
        #expect(harness.say("?", at: 60).actions == [.reply("raid")])
        let fallen = harness.feedDue(fall)
        #expect(fallen.authors == ["rule:a", "rule:b"] && fallen.results.last?.actions.count == 1)
        #expect(harness.say("?", at: 1900).actions == [])
    }

    @Test func `a level that is set again falls at its new time only`() throws {
        let harness = try Self.harness()
        let first = try #require(harness.say("raid").scheduledJobs.first)
        let second = harness.say("raid", at: 600)
        #expect(second.authors == ["rule:a"], "it has not changed")
        #expect(harness.feedDue(first).authors == [])
        #expect(harness.feedDue(try #require(second.scheduledJobs.first)).authors == ["rule:a", "rule:b"])
    }

    @Test func `a level without an end stays`() throws {
        let harness = try Self.harness("raid", trigger: "{ level: { becomes: raised } }")
        let decision = harness.say("raid")
        #expect(decision.scheduledJobs == [] && decision.authors == ["rule:a"])
        #expect(harness.say("?", at: 1e6).actions == [.reply("raid")])
    }

    @Test func `calm has no end`() throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: { set_level: { to: calm, for: 1h } } }")
        #expect(found == ["1:68 contradiction"])
    }

    @Test func `a level falls to the one that is named, which stays`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, trigger: message, when: { text: { equals: go } }, then: { set_level: { to: lockdown, for: 30m, falls_to: guarded } } }
              - { id: b, trigger: { level: guarded }, then: { send: { to: mod-log, text: fell } } }
              - { id: c, trigger: message, when: [{ text: { equals: "?" } }, { level: [lockdown, guarded] }], then: { reply: "yes" } }
              - { id: d, trigger: message, when: [{ text: { equals: "?" } }, { level: guarded }], then: { reply: lower } }
            """)
        let fall = try #require(harness.say("go").scheduledJobs.first)
        #expect(harness.say("?", at: 60).authors == ["rule:c"])
        #expect(harness.say("?", at: 1800).authors == ["rule:c", "rule:d"], "the level has ended, though its job has not come")
        #expect(harness.feedDue(fall).authors == ["rule:a", "rule:b"])
        #expect(harness.say("?", at: 1e6).authors == ["rule:c", "rule:d"])
    }

    @Test(arguments: [
        ("{ to: raised, for: 1h, falls_to: raid }", "contradiction"), ("{ to: raid, falls_to: raised }", "contradiction"),
        ("{ to: raid, for: 1h, falls_to: high }", "unknown-word"),
    ])
    func `a level falls to a lower one, and only at its end`(set: String, code: String) throws {
        let (_, found) = try RuleEngineHarness.compile("  - { id: a, trigger: message, then: { set_level: \(set) } }")
        #expect(found.map { String($0.split(separator: " ")[1]) } == [code])
    }
}
