import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Recurrence
import Testing

@testable import RuleEngine

@Suite struct ScheduleTriggerTests {
    private static func rule(_ schedule: String, _ keys: String = "") -> String {
        "  - { id: tea, trigger: { schedule: \(schedule) }, \(keys)then: { send: { to: general, text: Tea } } }"
    }

    private static let days = """
        bot: { timezone: Asia/Ho_Chi_Minh }
        lists: { holidays: { days: ["2026-01-08", --09-02] } }
        calendars: { work: { hours: ["08:30-12:00"], days: [mon, tue, wed, thu, fri] } }

        """

    /// Returns the first occurrences from Wednesday noon UTC on.
    private static func moments(_ schedule: String, _ keys: String = "", count: Int = 2) throws -> [String] {
        let harness = try RuleEngineHarness(rule(schedule, keys), configuration: days)
        let asked = try #require(harness.set.jobs(after: RuleEngineHarness.start).first)
        let timetable = try JobSchedule(notation: try #require(asked.job.timetable), in: ZoneRulesCache())
        var moments = [asked.job.due]
        while moments.count < count, let next = timetable.next(after: moments[moments.count - 1]) { moments.append(next) }
        return moments.map { $0.formatted(.iso8601) }
    }

    static let schedules: [(String, [String])] = [
        ("weekday at 09:00", ["2026-01-08T02:00:00Z", "2026-01-09T02:00:00Z"]),
        ("{ every: weekday at 09:00, except: holidays }", ["2026-01-09T02:00:00Z", "2026-01-12T02:00:00Z"]),
        ("{ every: weekday at 09:00, tz: UTC }", ["2026-01-08T09:00:00Z", "2026-01-09T09:00:00Z"]),
        ("{ cron: \"30 17 * * 5\" }", ["2026-01-09T10:30:00Z", "2026-01-16T10:30:00Z"]),
        ("\"cron: 30 17 * * 5\"", ["2026-01-09T10:30:00Z", "2026-01-16T10:30:00Z"]),
        (
            "{ rrule: FREQ=MONTHLY;BYDAY=2TU;BYHOUR=14;BYMINUTE=0 }", ["2026-01-13T07:00:00Z", "2026-02-10T07:00:00Z"]
        ),
        ("{ rrule: FREQ=DAILY, from: \"2026-01-05 09:00\" }", ["2026-01-08T02:00:00Z", "2026-01-09T02:00:00Z"]),
        ("{ at: \"2026-02-03 08:00\" }", ["2026-02-03T01:00:00Z"]),
        ("{ every: hàng ngày 8h30 }", ["2026-01-08T01:30:00Z", "2026-01-09T01:30:00Z"]),
        ("{ every: 20 minutes }", ["2026-01-07T12:20:00Z", "2026-01-07T12:40:00Z"]),
        ("{ every: 36 hours, from: \"2026-01-07 19:00\" }", ["2026-01-09T00:00:00Z", "2026-01-10T12:00:00Z"]),
        ("{ every: day at 09:00 for 3 times, from: \"2026-01-07\" }", ["2026-01-08T02:00:00Z", "2026-01-09T02:00:00Z"]),
    ]

    @Test(arguments: schedules)
    func `a schedule is parsed in each notation`(schedule: String, expected: [String]) throws {
        #expect(try Self.moments(schedule) == expected)
    }

    static let idle: [(String, [String])] = [
        ("{ at: \"2026-01-03 08:00\" }", ["'tea' has no future occurrence"]),
        ("{ every: day at 09:00 until 2020-01-01 }", ["'tea' has no future occurrence"]),
        ("{ every: day at 03:00, calendar: work }", ["the next occurrences of 'tea' are all outside work"]),
        ("{ every: day at 09:00, calendar: work }", []), ("{ at: \"2026-02-03 08:00\" }", []),
    ]

    @Test(arguments: idle)
    func `a schedule without further occurrences is reported`(schedule: String, expected: [String]) throws {
        let harness = try RuleEngineHarness(Self.rule(schedule), configuration: Self.days)
        #expect(harness.set.idleSchedules(after: RuleEngineHarness.start).map(\.message) == expected)
    }

    @Test func `a one-time schedule in the past requests no job`() throws {
        let harness = try RuleEngineHarness(Self.rule("{ at: \"2026-01-03 08:00\" }"), configuration: Self.days)
        #expect(harness.set.jobs(after: RuleEngineHarness.start).map(\.isOver) == [true])
    }

    @Test func `a schedule requests the same job at every start`() throws {
        let harness = try RuleEngineHarness(Self.rule("{ every: 36 hours }"), configuration: Self.days)
        var later = try #require(harness.set.jobs(after: RuleEngineHarness.at(7 * 86_400)).first)
        let first = try #require(harness.set.jobs(after: RuleEngineHarness.start).first)
        later.job.due = first.job.due
        #expect(later == first)
    }

    @Test func `a disabled rule requests no job, and a shadow rule does`() throws {
        let rules = """
              - { id: a, mode: disabled, trigger: { schedule: day at 09:00 }, then: { send: { to: general, text: x } } }
              - { id: b, mode: shadow, trigger: { schedule: day at 09:00 }, then: { send: { to: general, text: x } } }
            """
        let harness = try RuleEngineHarness(rules)
        #expect(harness.set.jobs(after: RuleEngineHarness.start).map(\.author) == ["rule:b"])
        #expect(harness.feed(Self.due(of: "rule:b")).results.map(\.isShadow) == [true])
    }

    private static func due(
        _ name: String = "schedule", of author: String = "rule:tea", at seconds: Double = 0, in channel: ChannelID = 0
    )
        -> Event
    {
        let job = ScheduledJob(name, due: RuleEngineHarness.at(seconds), channel: channel)
        return .system(.due(.init(author: author, job, at: RuleEngineHarness.at(seconds))))
    }

    @Test func `a due job triggers only its own rule and schedule`() throws {
        let harness = try RuleEngineHarness(Self.rule("day at 09:00", "in: { categories: [projects] }, "))
        #expect(harness.feed(Self.due()).actions == [.send("Tea", to: 11)])
        #expect(harness.feed(Self.due(of: "rule:coffee")).results == [])
        #expect(harness.feed(Self.due(of: "bot:tea")).results == [])
        #expect(harness.feed(Self.due("schedule.other")).results == [])
    }

    @Test func `a scheduled rule can be triggered manually`() throws {
        let harness = try RuleEngineHarness(Self.rule("{ every: day at 09:00, calendar: work }"), configuration: Self.days)
        #expect(harness.set.listing.map(\.isManual) == [true])
        let firing = Event.system(.fired(.init(rule: "tea", clan: 1, channel: 0, at: RuleEngineHarness.start)))
        #expect(harness.feed(firing).actions == [.send("Tea", to: 11)])
    }

    @Test func `an occurrence outside the schedule's calendar is skipped`() throws {
        let harness = try RuleEngineHarness(Self.rule("{ every: 1 hours, calendar: work }"), configuration: Self.days)
        let miss = harness.feed(Self.due(at: 0)).misses.map(\.reason)
        #expect(miss == ["schedule.calendar: wed 19:00 is not in work"])
        #expect(harness.feed(Self.due(at: 14 * 3600)).actions == [.send("Tea", to: 11)])
    }

    @Test func `several schedules of a rule are distinguished by id`() throws {
        let rules = """
              - id: tea
                trigger:
                  - { schedule: { every: day at 09:00 } }
                  - { schedule: { id: late, every: day at 16:00 } }
                when: { trigger_id: late }
                then: { send: { to: general, text: Tea } }
            """
        let harness = try RuleEngineHarness(rules)
        #expect(
            harness.set.jobs(after: RuleEngineHarness.start).map(\.job.name) == ["schedule", "schedule.late"])
        #expect(harness.feed(Self.due()).actions == [])
        #expect(harness.feed(Self.due("schedule.late")).actions == [.send("Tea", to: 11)])
    }

    @Test func `a scheduled rule scoped to one channel acts in that channel`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: tea, trigger: { schedule: day at 09:00 }, in: { channels: general }, then: { reply: Tea } }")
        #expect(harness.set.jobs(after: RuleEngineHarness.start).map(\.job.channel) == [11])
        #expect(harness.feed(Self.due(in: 11)).actions == [.reply("Tea")])
    }

    static let mistakes: [(String, String)] = [
        ("weekdays at 25:00", "1:49 bad-schedule"),
        ("{ every: day }", "1:49 bad-schedule"), ("{ every: mỗi thứ hai }", "1:57 bad-schedule"),
        ("{ every: mai lúc 9h }", "1:46 bad-schedule"),
        ("{ cron: \"0 25 * * *\" }", "1:48 bad-schedule"),
        ("{ every: day at 09:00, cron: \"0 9 * * *\" }", "1:66 several-sources"),
        ("{ tz: UTC }", "1:37 missing-key"),
        ("{ every: day at 09:00 for 3 times }", "1:46 bad-schedule"),
        ("{ rrule: FREQ=DAILY }", "1:46 bad-schedule"),
        ("{ rrule: FREQ=MONTHLY;BYHOUR=9;BYMINUTE=0 }", "1:46 bad-schedule"),
        ("{ every: day at 09:00 until 1969-01-01 }", "1:46 never-comes"),
        ("{ every: day at 09:00, except: nobody }", "1:68 unknown-name"),
    ]

    @Test(arguments: mistakes)
    func `an invalid schedule is reported at the invalid word`(schedule: String, expected: String) throws {
        let (_, found) = try RuleEngineHarness.compile(Self.rule(schedule))
        #expect(found == [expected])
    }

    @Test func `several schedules need ids, and reply needs a channel`() throws {
        let two =
            "  - { id: a, trigger: [{ schedule: day at 09:00 }, { schedule: day at 10:00 }], then: { send: { to: general, text: x } } }"
        #expect(try RuleEngineHarness.compile(two).1 == ["1:52 duplicate-name"])
        let reply = "  - { id: a, trigger: { schedule: day at 09:00 }, then: { reply: x } }"
        #expect(try RuleEngineHarness.compile(reply).1 == ["1:59 nothing-to-act-on"])
    }

    @Test func `an inline test triggers a scheduled rule`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: tea
                trigger: { schedule: day at 09:00 }
                when: { time: { days: wed } }
                then: { send: { to: general, text: Tea } }
                tests:
                  - { name: a Wednesday, expect: { hit: true, actions: send } }
                  - { name: a Thursday, given: { at: "2026-01-08 09:00" }, expect: { hit: false, because: time.days } }
            """)
        #expect(harness.set.failedTests() == [])
    }
}
