import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct SilenceTriggerTests {
    private static func rule(_ silence: String = "2h", _ keys: String = "") -> String {
        "  - { id: a, trigger: { silence: \(silence) }, in: { channels: [general, support] }, \(keys)then: { send: { to: general, text: Hm } } }"
    }

    private static let work = """
        bot: { timezone: Asia/Ho_Chi_Minh }
        calendars: { work: { hours: ["08:30-12:00", "13:00-17:30"], days: [mon, tue, wed, thu, fri] } }

        """

    private static let hm = [Action.send("Hm", to: 11)]

    @Test func `a silence trigger fires once after its duration`() throws {
        let harness = try RuleEngineHarness(Self.rule())
        let said = harness.say("hi")
        let alarm = try #require(said.scheduledJobs.first)
        #expect(
            alarm.name == "silence.11" && alarm.due == RuleEngineHarness.at(7200) && alarm.channel == 11
                && said.otherActions == [])
        #expect(harness.feedDue(alarm).otherActions == Self.hm)
        #expect(harness.feedDue(alarm).misses.map(\.reason) == ["silence: no message since the last trigger"])
        #expect(harness.say("hi", at: 8000).scheduledJobs.map(\.due) == [RuleEngineHarness.at(15_200)])
    }

    @Test func `a new message restarts the silence duration`() throws {
        let harness = try RuleEngineHarness(Self.rule())
        let alarm = try #require(harness.say("hi").scheduledJobs.first)
        #expect(harness.say("hi", at: 60).scheduledJobs == [])
        #expect(harness.say("hi", at: 30).scheduledJobs == [], "what comes late changes nothing")
        let later = harness.feedDue(alarm)
        #expect(later.otherActions == [] && later.scheduledJobs.map(\.due) == [RuleEngineHarness.at(7260)])
        #expect(harness.feedAllDue(later) == Self.hm)
    }

    @Test func `silence is tracked per channel in the rule's scope`() throws {
        let harness = try RuleEngineHarness(Self.rule())
        #expect(harness.say("hi", in: 11).scheduledJobs.map(\.name) == ["silence.11"])
        #expect(harness.say("hi", in: 12).scheduledJobs.map(\.name) == ["silence.12"])
        #expect(harness.say("hi", in: 14).scheduledJobs == [])
    }

    @Test func `messages of excepted users do not break a silence`() throws {
        let harness = try RuleEngineHarness(Self.rule("2h", "except: { users: [an], bots: true }, "))
        let alarm = try #require(harness.say("hi").scheduledJobs.first)
        harness.say("hi", by: Author(id: 7, username: "an", displayName: "An"), at: 60)
        #expect(harness.feedDue(alarm).otherActions == Self.hm)
    }

    @Test func `a silence with a clock counts only the hours of its calendar`() throws {
        let harness = try RuleEngineHarness(Self.rule("{ for: 2h, clock: work }"), configuration: Self.work)
        // The message is from Wednesday 19:00; two working hours end on Thursday at 10:30.
        #expect(harness.say("hi").scheduledJobs.map(\.due) == [RuleEngineHarness.at(15.5 * 3600)])
    }

    @Test func `an overdue silence job is postponed once for the backfill`() throws {
        let harness = try RuleEngineHarness(Self.rule())
        let alarm = try #require(harness.say("hi").scheduledJobs.first)
        func come(_ alarm: ScheduledJob, at seconds: Double) -> RuleDecision {
            harness.feed(.system(.due(.init(author: "rule:a", alarm, at: RuleEngineHarness.at(seconds)))))
        }
        let late = try #require(come(alarm, at: 20_000).scheduledJobs.first)
        #expect(late.due == RuleEngineHarness.at(20_180))
        #expect(come(late, at: 20_300).otherActions == Self.hm)

        let other = try RuleEngineHarness(Self.rule())
        let first = try #require(other.say("hi").scheduledJobs.first)
        let second = try #require(
            other.feed(.system(.due(.init(author: "rule:a", first, at: RuleEngineHarness.at(20_000))))).scheduledJobs.first)
        other.say("hi", at: 19_000, isLate: true)
        #expect(other.feedDue(second).scheduledJobs.map(\.due) == [RuleEngineHarness.at(26_200)])
    }

    @Test func `a silence rule's condition is evaluated when due, and it can be triggered manually`() throws {
        let harness = try RuleEngineHarness(Self.rule("2h", "when: { channel: { is: support } }, "))
        let told = harness.feedDue(try #require(harness.say("hi").scheduledJobs.first))
        #expect(told.otherActions == [] && told.misses.map(\.reason) == ["channel.is: it is 'general'"])
        let firing = Event.system(.fired(.init(rule: "a", clan: 1, channel: 12, at: RuleEngineHarness.start)))
        #expect(harness.feed(firing).actions == Self.hm)
    }

    @Test func `a silence job of a removed rule is ignored`() throws {
        let harness = try RuleEngineHarness("  - { id: b, trigger: { silence: 2h }, then: { send: { to: general, text: x } } }")
        let alarm = ScheduledJob("silence.11", due: RuleEngineHarness.start, channel: 11)
        #expect(harness.feedDue(alarm).misses.map(\.reason) == ["the rule no longer has a 'silence' trigger"])
    }

    static let mistakes: [(String, [String])] = [
        ("{ silence: soon }", ["2:25 bad-duration"]),
        ("{ silence: { clock: work } }", ["2:25 missing-key", "2:34 unknown-calendar"]),
        ("silence", ["2:14 missing-value"]),
        ("[{ silence: 2h }, { silence: { id: b, for: 3h } }]", ["2:15 not-alone"]),
    ]

    @Test(arguments: mistakes)
    func `an invalid silence trigger is rejected`(trigger: String, codes: [String]) throws {
        let rule = "  - id: a\n    trigger: \(trigger)\n    then: { send: { to: general, text: x } }"
        let found = try RuleEngineHarness.compile(rule).1
        #expect(found == codes)
    }
}
