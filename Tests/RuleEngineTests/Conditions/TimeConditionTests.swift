import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct TimeConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    // Tuesday 22:13 in UTC is Wednesday 05:13 in Ho Chi Minh City.
    static let times: [(String, TimeInterval, MessageCase)] = [
        ("between: \"22:00-06:00\"", 0, .yes("time.between 22:13 is in 22:00-06:00")),
        ("between: \"22:00-06:00\"", 7 * 3600, .yes("time.between 05:13 is in 22:00-06:00")),
        ("between: [\"08:00-12:00\", \"13:00-17:00\"]", 0, .no("time.between: 22:13 is not in 08:00-12:00, 13:00-17:00")),
        ("between: \"05:00-06:00\", tz: Asia/Ho_Chi_Minh", 0, .yes("time.between 05:13 is in 05:00-06:00")),
        ("days: [tue, wed]", 0, .yes("time.days it is tue")),
        ("days: mon", 0, .no("time.days: it is tue")),
        ("days: wed, tz: Asia/Ho_Chi_Minh", 0, .yes("time.days it is wed")),
        ("days: tue, between: \"22:00-06:00\"", 7 * 3600, .yes("time.between 05:13 is in 22:00-06:00")),
        ("days: wed, between: \"22:00-06:00\"", 7 * 3600, .no("time.days: it is tue")),
        ("inside: work", 0, .no("time.inside: tue 22:13 is not in work")),
        ("inside: work", 11 * 3600, .yes("time.inside wed 09:13 is in work")),
        ("inside: work", 14 * 3600, .no("time.inside: wed 12:13 is not in work")),
        ("inside: hcm", 0, .yes("time.inside wed 05:13 is in hcm")),
        ("inside: open", 0, .no("time.inside: tue 22:13 is not in open")),
        ("inside: open", 86_400, .yes("time.inside wed 22:13 is in open")),
    ]

    // 31 August 2026 is a Monday; the Wednesday after it is a holiday. Vietnam is seven hours ahead of UTC.
    static let shifts = [
        ("2026-08-31T01:30:00Z", true), ("2026-08-31T01:29:59Z", false), ("2026-08-31T05:00:00Z", false),
        ("2026-09-01T16:30:00Z", true), ("2026-09-01T18:59:00Z", true), ("2026-09-02T02:00:00Z", false),
        ("2026-09-03T02:00:00Z", false), ("2026-08-30T18:00:00Z", false),
    ]

    @Test(arguments: shifts)
    func `a calendar interval over midnight belongs to its first day and excludes holidays`(text: String, isIn: Bool) throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: startup, when: { time: { inside: shift } }, then: { send: { to: general, text: x } } }",
            configuration: """
                lists: { holidays: { days: [--09-02] } }
                calendars:
                  shift: { hours: ["08:30-12:00", "22:00-02:00"], days: [mon, tue, wed], except: holidays, tz: Asia/Ho_Chi_Minh }

                """)
        let moment = try Date(text, strategy: .iso8601)
        #expect(harness.feed(.system(.started(at: moment))).actions.isEmpty == !isIn)
    }

    // New York starts DST on 8 March 2026 at 02:00 and ends it on 1 November.
    static let changes = [
        ("2026-03-08T06:59:00Z", true), ("2026-03-08T07:00:00Z", false), ("2026-11-01T05:30:00Z", true),
        ("2026-11-01T06:30:00Z", true), ("2026-11-01T07:30:00Z", false),
    ]

    @Test(arguments: changes)
    func `time.between follows the wall clock across DST changes`(text: String, isIn: Bool) throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: startup
                when: { time: { between: "01:00-02:00", tz: America/New_York } }
                then: { send: { to: general, text: x } }
            """, configuration: "")
        let moment = try Date(text, strategy: .iso8601)
        #expect(harness.feed(.system(.started(at: moment))).actions.isEmpty == !isIn)
    }

    @Test(arguments: times)
    func `a time condition uses the time of the event`(fields: String, later: TimeInterval, said: MessageCase) throws {
        let message = Message.make("x").with { $0.createdAt += later }
        #expect(try ConditionTestHarness().ask("{ time: { \(fields) } }", message) == said)
    }
}
