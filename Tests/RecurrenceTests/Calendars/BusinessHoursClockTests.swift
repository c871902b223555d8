import ChatModel
import Foundation
import Testing

@testable import Recurrence

@Suite struct BusinessHoursClockTests {
    /// Monday to Friday with a lunch break; 2 and 3 September 2026 are holidays.
    private static func work(_ zone: String = "Asia/Ho_Chi_Minh") throws -> BusinessHoursClock {
        let holidays = DaySpan(
            first: try CivilTime(text: "2026-09-02").day, last: try CivilTime(text: "2026-09-03").day, isYearly: false)
        return BusinessHoursClock(
            hours: [ClockRange(start: 13 * 60, end: 17 * 60 + 30), ClockRange(start: 8 * 60 + 30, end: 12 * 60)],
            days: [.mon, .tue, .wed, .thu, .fri], closed: ScheduleExceptions(days: [holidays]), zone: try .named(zone))
    }

    private static let additions: [(String, Int, String)] = [
        ("2026-08-31 09:00", 25, "2026-08-31 09:25"), ("2026-08-31 11:50", 25, "2026-08-31 13:15"),
        ("2026-08-31 11:50", 10, "2026-08-31 12:00"), ("2026-08-31 12:30", 1, "2026-08-31 13:01"),
        ("2026-08-31 17:20", 25, "2026-09-01 08:45"), ("2026-09-01 17:20", 25, "2026-09-04 08:45"),
        ("2026-09-04 17:20", 25, "2026-09-07 08:45"), ("2026-09-05 03:00", 480, "2026-09-07 17:30"),
        ("2026-08-31 08:30", 5 * 480, "2026-09-08 17:30"), ("2026-08-31 20:00", 0, "2026-08-31 20:00"),
        ("2026-08-31 20:00", -5, "2026-08-31 20:00"),
    ]

    @Test(arguments: additions)
    func `business hours count only open time`(start: String, minutes: Int, end: String) throws {
        let clock = try Self.work()
        let first = clock.zone.instant(of: try CivilTime(text: start))
        let last = try #require(clock.adding(.seconds(minutes * 60), to: first))
        #expect(clock.zone.civil(of: last).description == end)
        if minutes > 0 {
            #expect(clock.duration(from: first, to: last) == .seconds(minutes * 60))
            #expect(clock.duration(from: last, to: first) == .seconds(-minutes * 60))
        }
    }

    private static let openings: [(String, String)] = [
        ("2026-08-31 08:29", "2026-08-31 08:30"), ("2026-08-31 08:30", "2026-08-31 08:30"),
        ("2026-08-31 11:59:59", "2026-08-31 11:59:59"), ("2026-08-31 12:00", "2026-08-31 13:00"),
        ("2026-09-01 17:30", "2026-09-04 08:30"), ("2026-09-04 18:00", "2026-09-07 08:30"),
    ]

    @Test(arguments: openings)
    func `business hours know the next opening`(moment: String, opening: String) throws {
        let clock = try Self.work()
        let from = clock.zone.instant(of: try CivilTime(text: moment))
        #expect(clock.opening(from: from).map { clock.zone.civil(of: $0).description } == opening)
        #expect(clock.isOpen(at: from) == (moment == opening))
    }

    @Test func `excluded hours do not count as business hours`() throws {
        let zone = ZoneRules.utc
        func moment(_ text: String) throws -> Date { zone.instant(of: try CivilTime(text: text)) }
        let taken = try [
            moment("2026-01-07 09:00")..<moment("2026-01-07 10:00"), moment("2026-01-07 11:30")..<moment("2026-01-08 09:00"),
        ]
        let clock = BusinessHoursClock(
            hours: [ClockRange(start: 8 * 60, end: 12 * 60)], days: Set(Weekday.allCases),
            closed: ScheduleExceptions(times: taken),
            zone: zone)
        #expect(try clock.duration(from: moment("2026-01-07 00:00"), to: moment("2026-01-09 00:00")) == .seconds(5.5 * 3600))
        #expect(try clock.opening(from: moment("2026-01-07 09:00")) == moment("2026-01-07 10:00"))
        #expect(try clock.adding(.seconds(3 * 3600), to: moment("2026-01-07 08:00")) == moment("2026-01-08 09:30"))
    }

    @Test func `a night shift over a DST change has its actual length`() throws {
        let zone = try ZoneRules.named("Europe/Berlin")
        let nights = BusinessHoursClock(hours: [ClockRange(start: 22 * 60, end: 6 * 60)], days: Set(Weekday.allCases), zone: zone)
        func night(_ day: String) throws -> Duration {
            let noon = zone.instant(of: try CivilTime(text: day + " 12:00"))
            return nights.duration(from: noon, to: noon.addingTimeInterval(20 * 3600))
        }
        #expect(try night("2026-03-27") == .seconds(8 * 3600))
        #expect(try night("2026-03-28") == .seconds(7 * 3600))
        #expect(try night("2026-10-24") == .seconds(9 * 3600))
        let spring = zone.instant(of: try CivilTime(text: "2026-03-29 01:30"))
        #expect(nights.adding(.seconds(3600), to: spring).map { zone.civil(of: $0).description } == "2026-03-29 03:30")
    }

    @Test func `without hours the whole day is open, and overlapping hours count once`() throws {
        let start = try Date.iso("2026-08-31T00:00:00Z")
        let end = start.addingTimeInterval(7 * 86_400)
        let days = BusinessHoursClock(days: [.mon, .sun], zone: .utc)
        #expect(days.duration(from: start, to: end) == .seconds(2 * 86_400))
        let double = BusinessHoursClock(
            hours: [ClockRange(start: 22 * 60, end: 6 * 60), ClockRange(start: 5 * 60, end: 12 * 60)], days: [.mon, .tue],
            zone: .utc)
        // Monday 05–12 and 22–06, Tuesday 05–12, of which Monday's range covers an hour, and 22–06.
        #expect(double.duration(from: start, to: end) == .seconds((7 + 8 + 6 + 8) * 3600))
    }

    @Test func `a day skipped by the time zone has no business hours`() throws {
        let zone = try ZoneRules.named("Pacific/Apia")
        let clock = BusinessHoursClock(hours: [ClockRange(start: 9 * 60, end: 17 * 60)], days: Set(Weekday.allCases), zone: zone)
        let start = zone.instant(of: try CivilTime(text: "2011-12-29 00:00"))
        let end = zone.instant(of: try CivilTime(text: "2012-01-01 00:00"))
        #expect(clock.duration(from: start, to: end) == .seconds(2 * 8 * 3600))
    }

    @Test func `business hours that never open have no next opening`() throws {
        let always = DaySpan(
            first: try CivilTime(text: "2000-01-01").day, last: try CivilTime(text: "2000-12-31").day, isYearly: true)
        let closed = [
            BusinessHoursClock(days: [], zone: .utc),
            BusinessHoursClock(days: [.mon], closed: ScheduleExceptions(days: [always]), zone: .utc),
        ]
        for clock in closed {
            #expect(clock.opening(from: try .iso("2026-01-01T00:00:00Z")) == nil)
            #expect(clock.adding(.seconds(1), to: .distantPast) == nil)
            #expect(clock.duration(from: .distantPast, to: .distantFuture) == .zero)
        }
        #expect(try Self.work().adding(.seconds(Int64.max), to: .iso("2026-01-01T00:00:00Z")) == nil)
        #expect(try Self.work().opening(from: .distantFuture) == nil)
    }
}
