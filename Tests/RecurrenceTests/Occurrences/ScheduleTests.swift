import ChatModel
import Foundation
import Testing

@testable import Recurrence

@Suite struct ScheduleTests {
    private static func schedule(
        _ every: String, _ zone: String = "Europe/Berlin", from start: String = "2026-01-01 00:00",
        except: ScheduleExceptions = .none
    ) throws -> Schedule {
        Schedule(try Recurrence(every: every), in: try .named(zone), from: try CivilTime(text: start), except: except)
    }

    @Test func `an occurrence in a gap is moved to its end, and one in a fold occurs once`() throws {
        let daily = try Self.schedule("day at 02:30")
        #expect(
            try daily.instants(after: "2026-03-28T00:00:00Z", limit: 3)
                == ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"])
        #expect(
            try daily.instants(after: "2026-10-24T12:00:00Z", limit: 2) == ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"])
    }

    @Test func `times moved to the same instant by a gap occur once`() throws {
        let schedule = try Self.schedule("day at 02:00, 02:30, 03:00 and 03:30")
        #expect(
            try schedule.instants(after: "2026-03-28T12:00:00Z", limit: 3)
                == ["2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:00:00Z"])
    }

    @Test func `an occurrence carries its intended time and kind`() throws {
        let daily = try Self.schedule("day at 02:30")
        let found = daily.occurrences(from: try .iso("2026-03-29T00:00:00Z"), limit: 1)
        #expect(
            found == [
                Occurrence(
                    instant: try .iso("2026-03-29T01:00:00Z"), intendedTime: try CivilTime(text: "2026-03-29 02:30"), kind: .gap)
            ])
        #expect(
            daily.occurrences(from: try .iso("2026-10-25T00:00:00Z"), limit: 1).map(\.kind)
                == [.fold(second: try .iso("2026-10-25T01:30:00Z"))])
    }

    @Test func `elapsed intervals count actual time across DST changes`() throws {
        let hourly = try Self.schedule("hour", from: "2026-03-29 00:30")
        #expect(
            try hourly.times(after: "2026-03-29 00:30", limit: 3) == ["2026-03-29 01:30", "2026-03-29 03:30", "2026-03-29 04:30"])
        let long = try Self.schedule("36 hours", from: "2026-10-24 12:00")
        #expect(try long.times(after: "2026-10-24 12:00", limit: 2) == ["2026-10-25 23:00", "2026-10-27 11:00"])
        let stretch = try Self.schedule("90 minutes between 01:00 and 04:00")
        #expect(
            try stretch.times(after: "2026-03-29 00:00", limit: 3) == [
                "2026-03-29 01:00", "2026-03-29 03:30", "2026-03-30 01:00",
            ])
        #expect(
            try stretch.times(after: "2026-10-25 00:00", limit: 4)
                == ["2026-10-25 01:00", "2026-10-25 02:30", "2026-10-25 03:00", "2026-10-26 01:00"])
    }

    @Test func `the day that Samoa skipped is moved to the next one`() throws {
        let daily = try Self.schedule("day at 09:00", "Pacific/Apia", from: "2011-01-01 00:00")
        #expect(
            try daily.times(after: "2011-12-28 12:00", limit: 4)
                == ["2011-12-29 09:00", "2011-12-31 00:00", "2011-12-31 09:00", "2012-01-01 09:00"])
    }

    @Test func `a matching start is the first occurrence and anchors the weeks`() throws {
        let schedule = try Self.schedule("2 weeks on monday at 09:00", from: "2026-01-05 09:00")
        #expect(
            schedule.occurrences(from: .distantPast, limit: 2).map(\.intendedTime.description) == [
                "2026-01-05 09:00", "2026-01-19 09:00",
            ])
        #expect(schedule.next(after: schedule.start) == schedule.occurrences(from: .distantPast, limit: 2).last?.instant)
    }

    @Test func `a one-time schedule occurs once, also in a gap`() throws {
        let schedule = Schedule(Recurrence(.once), in: try .named("Europe/Berlin"), from: try CivilTime(text: "2026-03-29 02:30"))
        #expect(
            schedule.occurrences(from: .distantPast, limit: 5)
                == [
                    Occurrence(
                        instant: try .iso("2026-03-29T01:00:00Z"), intendedTime: try CivilTime(text: "2026-03-29 02:30"),
                        kind: .gap)
                ])
        #expect(schedule.next(after: schedule.start) == nil)
    }

    @Test func `exceptions remove days and times, and count toward a limit`() throws {
        let days = [
            DaySpan(first: try CivilTime(text: "2026-01-06").day, last: try CivilTime(text: "2026-01-07").day, isYearly: false),
            DaySpan(first: try CivilTime(text: "2000-12-24").day, last: try CivilTime(text: "2000-01-01").day, isYearly: true),
        ]
        let moments = [try Date.iso("2026-01-09T07:00:00Z")..<(try .iso("2026-01-09T08:30:00Z"))]
        let schedule = try Self.schedule(
            "weekday at 09:00 for 6 times", from: "2026-01-01 00:00", except: ScheduleExceptions(days: days, times: moments))
        #expect(
            schedule.occurrences(from: .distantPast, limit: 10).map(\.intendedTime.description)
                == ["2026-01-02 09:00", "2026-01-05 09:00", "2026-01-08 09:00"])
    }

    @Test(arguments: ["day at 09:00", "hour", "20 minutes between 09:00 and 17:00", "year on 29 february at 09:00"])
    func `a schedule without occurrences terminates`(every: String) throws {
        let all = DaySpan(
            first: try CivilTime(text: "2000-01-01").day, last: try CivilTime(text: "2000-12-31").day, isYearly: true)
        let schedule = try Self.schedule(every, except: ScheduleExceptions(days: [all]))
        #expect(schedule.isEmpty)
        #expect(schedule.next(after: .distantPast) == nil)
        #expect(schedule.latest(through: .distantFuture) == [])
    }

    @Test(arguments: [
        "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=7", "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
        "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3;BYMONTHDAY=1", "FREQ=DAILY;UNTIL=20200101",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6",
    ])
    func `an impossible rule is recognized as empty`(rule: String) throws {
        let schedule = Schedule(try Recurrence(rrule: rule), in: .utc, from: try CivilTime(text: "2026-01-01 00:00"))
        #expect(schedule.isEmpty)
    }

    @Test func `schedules end at the last supported date`() throws {
        let schedule = try Self.schedule("day at 09:00", from: "2099-12-30 00:00")
        #expect(
            schedule.occurrences(from: .distantPast, limit: 10).map(\.intendedTime.description) == [
                "2099-12-30 09:00", "2099-12-31 09:00",
            ])
        #expect(schedule.next(after: .distantFuture) == nil)
        #expect(schedule.next(after: Date(timeIntervalSince1970: .nan)) != nil)
        let hour = Schedule(Recurrence(.elapsed(ElapsedInterval(seconds: 3600))), in: .utc, from: .distantPast)
        #expect(hour.next(after: try .iso("2026-01-01T00:00:00Z")) == (try .iso("2026-01-01T01:00:00Z")))
    }

    @Test func `the latest occurrences are found from the end`() throws {
        let minutely = try Self.schedule("minute", "UTC")
        let now = try Date.iso("2026-06-01T12:00:30Z")
        #expect(
            minutely.latest(through: now, limit: 2).map { $0.ISO8601Format() } == [
                "2026-06-01T11:59:00Z", "2026-06-01T12:00:00Z",
            ])
        let yearly = try Self.schedule("year on 2 september at 08:00", "UTC", from: "2020-01-01 00:00")
        #expect(yearly.latest(through: now, limit: 100).count == 6)
        #expect(try Self.schedule("day at 09:00").latest(through: .iso("2026-01-01T07:00:00Z")) == [])
    }

    @Test func `occurrences between two instants exclude the first and include the second`() throws {
        let schedule = try Self.schedule("day at 09:00", "UTC")
        let due = schedule.due(after: try .iso("2026-01-01T09:00:00Z"), through: try .iso("2026-01-03T09:00:00Z"))
        #expect(Array(due) == [try .iso("2026-01-02T09:00:00Z"), try .iso("2026-01-03T09:00:00Z")])
    }
}
