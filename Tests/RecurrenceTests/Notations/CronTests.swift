import ChatModel
import Foundation
import Testing

@testable import Recurrence

@Suite struct CronTests {
    private static let times: [(String, [String])] = [
        ("*/15 9-17 * * 1-5", ["2026-01-01 09:00", "2026-01-01 09:15", "2026-01-01 09:30", "2026-01-01 09:45"]),
        ("0 9 * * mon", ["2026-01-05 09:00", "2026-01-12 09:00"]),
        ("30 8 1,15 * *", ["2026-01-01 08:30", "2026-01-15 08:30", "2026-02-01 08:30"]),
        // Either day field matches, unless one begins with a star.
        ("0 0 13 * fri", ["2026-01-02 00:00", "2026-01-09 00:00", "2026-01-13 00:00", "2026-01-16 00:00"]),
        ("0 0 */10 * mon", ["2026-05-11 00:00", "2026-06-01 00:00", "2026-08-31 00:00"]),
        ("0 0 1-31 * mon", ["2026-01-02 00:00", "2026-01-03 00:00"]),
        ("0 0 13 * */2", ["2026-01-13 00:00", "2026-06-13 00:00", "2026-08-13 00:00"]),
        ("0 17 L * *", ["2026-01-31 17:00", "2026-02-28 17:00", "2026-03-31 17:00"]),
        ("0 17 L-2 2 *", ["2026-02-26 17:00", "2027-02-26 17:00", "2028-02-27 17:00"]),
        ("0 12 * * tue#2", ["2026-01-13 12:00", "2026-02-10 12:00"]),
        ("0 12 * * 5L", ["2026-01-30 12:00", "2026-02-27 12:00"]),
        ("0 12 * 2 1#5", ["2044-02-29 12:00", "2072-02-29 12:00"]),
        ("0 0 29 2 *", ["2028-02-29 00:00", "2032-02-29 00:00"]),
        ("5-10/2 0 1 jan 7", ["2026-01-01 00:05", "2026-01-01 00:07", "2026-01-01 00:09", "2026-01-04 00:05"]),
        ("0 9 * * sat-sun", ["2026-01-03 09:00", "2026-01-04 09:00", "2026-01-10 09:00"]),
        ("0 9 * * fri-sun", ["2026-01-02 09:00", "2026-01-03 09:00", "2026-01-04 09:00", "2026-01-09 09:00"]),
        ("0 9 * * Mon-Sun", (1...8).map { "2026-01-0\($0) 09:00" }),
        ("0 9 * * mon-sun/3", ["2026-01-01 09:00", "2026-01-04 09:00", "2026-01-05 09:00"]),
        ("0 9 * * sun-tue", ["2026-01-04 09:00", "2026-01-05 09:00", "2026-01-06 09:00", "2026-01-11 09:00"]),
        ("@daily", ["2026-01-02 00:00"]), ("@weekly", ["2026-01-04 00:00"]), ("@hourly", ["2026-01-01 01:00"]),
        ("@yearly", ["2027-01-01 00:00"]), ("@Monthly", ["2026-02-01 00:00"]),
    ]

    @Test(arguments: times)
    func `a cron expression yields its times`(text: String, expected: [String]) throws {
        let schedule = Schedule(try Recurrence(cron: text), in: .utc, from: try .iso("2000-01-01T00:00:00Z"))
        #expect(try schedule.times(after: "2026-01-01 00:00", limit: expected.count) == expected)
    }

    private static let changes: [(String, String, String, [String])] = [
        // An hourly expression follows elapsed time: it repeats in a repeated hour and skips a skipped one.
        ("0 * * * *", "Europe/Warsaw", "2017-10-28T23:30:00Z", ["00:00", "01:00", "02:00"]),
        ("0 * * * *", "Europe/Warsaw", "2017-03-25T23:30:00Z", ["00:00", "01:00", "02:00"]),
        ("7 * * * *", "Europe/London", "2025-03-29T23:30:00Z", ["00:07", "01:07", "02:07"]),
        ("7 0-23 * * *", "Europe/London", "2025-03-29T23:30:00Z", ["00:07", "01:07", "02:07"]),
        ("@hourly", "Europe/Warsaw", "2017-10-28T23:30:00Z", ["00:00", "01:00", "02:00"]),
        ("*/30 * * * *", "Australia/Lord_Howe", "2025-04-05T14:00:00Z", ["14:30", "15:00", "15:30", "16:00"]),
        ("*/30 * * * *", "Australia/Lord_Howe", "2025-10-04T14:30:00Z", ["15:00", "15:30", "16:00"]),
        // An expression with fixed hours occurs once per time: at the first of two instants, and at the end of a gap.
        ("30 2 * * *", "Europe/Warsaw", "2017-10-28T12:00:00Z", ["00:30", "01:30"]),
        ("30 2 * * *", "Europe/Warsaw", "2017-03-25T12:00:00Z", ["01:00", "00:30"]),
        ("*/30 2 * * *", "Europe/Warsaw", "2017-10-28T12:00:00Z", ["00:00", "00:30", "01:00"]),
        ("*/30 2 * * *", "Europe/Warsaw", "2017-03-25T12:00:00Z", ["01:00", "00:00"]),
        ("0 */2 * * *", "Europe/Warsaw", "2017-10-28T23:30:00Z", ["00:00", "03:00", "05:00"]),
        ("0 */2 * * *", "Europe/Warsaw", "2017-03-25T23:30:00Z", ["01:00", "02:00", "04:00"]),
    ]

    /// The expected times are in UTC.
    @Test(arguments: changes)
    func `a cron expression neither repeats nor loses occurrences at a DST change`(
        text: String, zone: String, first: String, expected: [String]
    ) throws {
        let schedule = Schedule(try Recurrence(cron: text), in: try .named(zone), from: try .iso("2000-01-01T00:00:00Z"))
        let found = try schedule.instants(after: first, limit: expected.count).map { String($0.dropFirst(11).prefix(5)) }
        #expect(found == expected)
    }

    @Test func `an excluded day has no hourly occurrence, including the repeated hour`() throws {
        let day = try #require(Day(year: 2017, month: 10, day: 29))
        let schedule = Schedule(
            try Recurrence(cron: "0 * * * *"), in: try .named("Europe/Warsaw"), from: try .iso("2000-01-01T00:00:00Z"),
            except: ScheduleExceptions(days: [DaySpan(first: day, last: day, isYearly: false)]))
        #expect(
            try schedule.instants(after: "2017-10-28T20:30:00Z", limit: 3)
                == ["2017-10-28T21:00:00Z", "2017-10-29T23:00:00Z", "2017-10-30T00:00:00Z"])
    }

    private static let problems: [(String, String)] = [
        ("* * * *", "0..<7 a cron expression has 5 fields, not 4; write minute, hour, day of the month, month, day of the week"),
        ("0 * * * * *", "0..<11 a cron expression has 5 fields, not 6; leave out the seconds or the year"),
        ("", "0..<0 a cron expression has 5 fields, not 0; write minute, hour, day of the month, month, day of the week"),
        ("60 * * * *", "0..<2 60 is not a minute; write 0-59"), ("* 24 * * *", "2..<4 24 is not an hour; write 0-23"),
        ("* * 0 * *", "4..<5 0 is not a day of the month; write 1-31"),
        ("0 9 * * monday", "8..<14 'monday' is not a day of the week; did you mean 'mon'?"),
        ("0 9 * jna *", "6..<9 'jna' is not a month; did you mean 'jan'?"),
        ("0 9 * * fri-mon", "8..<15 the range 'fri-mon' ends before it begins; write 5-6,0-1"),
        ("0 9 * * 6-0", "8..<11 the range '6-0' ends before it begins; write 6,0"),
        ("*/90 * * * *", "2..<4 a step of 90 exceeds the range; write it as a phrase: every 90 minutes"),
        ("*/0 * * * *", "2..<3 '0' is not a step; write a positive number"),
        ("5/15 * * * *", "0..<4 a step needs a range or '*' before it; write 5-59/15"),
        ("0 0 ? * 1", "4..<5 '?' is not supported; write *"),
        ("0 0 15W * *", "4..<7 'W', the nearest working day, is not supported; write a day of the month"),
        ("0 0 * * 1#6", "10..<11 '6' is not a position in the month; write 1-5, or 1L"),
        ("0 0 30 2 *", "4..<10 no day matches; write L for the last day of the month"),
        ("0 0 31 4,6,9,11 *", "4..<17 no day matches; write L for the last day of the month"),
        ("@reboot", "0..<7 '@reboot' is not a macro; write @daily, or five fields"),
        ("@dayly", "0..<6 '@dayly' is not a macro; did you mean '@daily'?"),
        ("1,,2 * * * *", "2..<2 a number is missing in the minute; write 0-59"),
        ("１ * * * *", "0..<1 '１' is not a minute; write 0-59"),
        ("99999999999999999999 * * * *", "0..<20 '99999999999999999999' is not a minute; write 0-59"),
    ]

    @Test(arguments: problems)
    func `a cron error has its position and a suggestion`(text: String, expected: String) {
        #expect(problem { try Recurrence(cron: text) } == expected)
    }
}
