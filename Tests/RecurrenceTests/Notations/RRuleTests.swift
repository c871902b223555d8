import ChatModel
import Foundation
import Testing

@testable import Recurrence

@Suite struct RRuleTests {
    private struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        let start: String
        let expected: [String]

        init(_ rule: String, from start: String = "1997-09-02 09:00", _ expected: String...) {
            (self.rule, self.start, self.expected) = (rule, start, expected)
        }

        var testDescription: String { rule }
    }

    /// The supported examples of RFC 5545, section 3.8.5.3: days in New York, all at 09:00.
    private static let examples = [
        Row("FREQ=DAILY;COUNT=10", "1997-09-02", "1997-09-03", "1997-09-04"),
        Row("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02", "1997-09-12", "1997-09-22", "1997-10-02", "1997-10-12", "-"),
        Row("FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO", from: "1998-01-01 09:00", "1998-01-04", "1998-01-05"),
        Row("FREQ=DAILY;UNTIL=19970905T130000Z;BYMONTH=9", "1997-09-02", "1997-09-03", "1997-09-04", "1997-09-05", "-"),
        Row("FREQ=WEEKLY;INTERVAL=2;WKST=SU", "1997-09-02", "1997-09-16", "1997-09-30", "1997-10-14", "1997-10-28"),
        Row("FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "1997-09-02", "1997-09-04", "1997-09-09", "1997-09-11"),
        Row(
            "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", from: "1997-09-01 09:00", "1997-09-01",
            "1997-09-03", "1997-09-05", "1997-09-15", "1997-09-17"),
        Row(
            "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02", "1997-09-04", "1997-09-16", "1997-09-18",
            "1997-09-30", "1997-10-02", "1997-10-14", "1997-10-16", "-"),
        Row("FREQ=MONTHLY;COUNT=10;BYDAY=1FR", from: "1997-09-05 09:00", "1997-09-05", "1997-10-03", "1997-11-07"),
        Row(
            "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", from: "1997-09-07 09:00", "1997-09-07", "1997-09-28", "1997-11-02"),
        Row("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", from: "1997-09-22 09:00", "1997-09-22", "1997-10-20", "1997-11-17"),
        Row("FREQ=MONTHLY;BYMONTHDAY=-3", from: "1997-09-28 09:00", "1997-09-28", "1997-10-29", "1997-11-28"),
        Row("FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "1997-09-02", "1997-09-15", "1997-10-02", "1997-10-15"),
        Row("FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", from: "1997-09-30 09:00", "1997-09-30", "1997-10-01", "1997-10-31"),
        Row(
            "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", from: "1997-09-10 09:00", "1997-09-10",
            "1997-09-11",
            "1997-09-12", "1997-09-13", "1997-09-14", "1997-09-15", "1999-03-10"),
        Row(
            "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "1997-09-02", "1997-09-09", "1997-09-16", "1997-09-23", "1997-09-30", "1997-11-04"
        ),
        Row("FREQ=YEARLY;COUNT=10;BYMONTH=6,7", from: "1997-06-10 09:00", "1997-06-10", "1997-07-10", "1998-06-10"),
        Row("FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", from: "1997-03-10 09:00", "1997-03-10", "1999-01-10", "1999-02-10"),
        Row("FREQ=YEARLY;BYDAY=20MO", from: "1997-05-19 09:00", "1997-05-19", "1998-05-18", "1999-05-17"),
        Row("FREQ=YEARLY;BYMONTH=3;BYDAY=TH", from: "1997-03-13 09:00", "1997-03-13", "1997-03-20", "1997-03-27", "1998-03-05"),
        Row("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998-02-13", "1998-03-13", "1998-11-13", "1999-08-13", "2000-10-13"),
        Row("FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", from: "1997-09-13 09:00", "1997-09-13", "1997-10-11"),
        Row(
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", from: "1996-11-05 09:00", "1996-11-05",
            "2000-11-07", "2004-11-02"),
        Row(
            "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", from: "1997-09-04 09:00", "1997-09-04", "1997-10-07", "1997-11-06",
            "-"),
        Row("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", from: "1997-09-29 09:00", "1997-09-29", "1997-10-30", "1997-11-27"),
        Row(
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", from: "1997-08-05 09:00", "1997-08-05", "1997-08-10",
            "1997-08-19"),
        Row(
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", from: "1997-08-05 09:00", "1997-08-05", "1997-08-17",
            "1997-08-19"),
        Row(
            "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", from: "2007-01-15 09:00", "2007-01-15", "2007-01-30", "2007-02-15",
            "2007-03-15"),
        // Months without a 31st and years without 29 February are skipped.
        Row("FREQ=MONTHLY", from: "2007-01-31 09:00", "2007-01-31", "2007-03-31", "2007-05-31"),
        Row("FREQ=YEARLY", from: "2008-02-29 09:00", "2008-02-29", "2012-02-29"),
        Row("FREQ=YEARLY;BYDAY=-1SU", from: "1997-01-01 09:00", "1997-12-28", "1998-12-27"),
        Row("FREQ=YEARLY;BYDAY=53TH", from: "1997-01-01 09:00", "1998-12-31", "2004-12-30"),
    ]

    @Test(arguments: examples)
    private func `a recurrence rule yields the days that the standard names`(row: Row) throws {
        let start = try CivilTime(text: row.start)
        let schedule = Schedule(try Recurrence(rrule: row.rule), in: try .named("America/New_York"), from: start)
        let found = schedule.occurrences(from: schedule.start, limit: row.expected.count).map(\.intendedTime)
        #expect(found.map(\.day.description) + (found.count < row.expected.count ? ["-"] : []) == row.expected)
        #expect(found.allSatisfy { $0.second == 9 * 3600 })
    }

    private static let times = [
        Row("FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30", from: "2026-01-01 00:00", "09:00", "09:30", "17:00", "17:30"),
        Row("RRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;BYSETPOS=2,-1", from: "2026-01-01 00:00", "09:30", "17:30", "09:30"),
        Row("freq=minutely;interval=90;count=3", from: "2026-01-01 08:15", "08:15", "09:45", "11:15", "-"),
        Row("FREQ=HOURLY;INTERVAL=3;UNTIL=20260101T170000", from: "2026-01-01 09:00", "09:00", "12:00", "15:00", "-"),
        Row("FREQ=HOURLY;BYHOUR=9,10;BYDAY=MO", from: "2026-01-01 00:20", "09:20", "10:20", "09:20"),
        Row("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9", from: "2026-01-01 00:00", "09:00", "09:20", "09:40", "09:00"),
    ]

    @Test(arguments: times)
    private func `a recurrence rule yields its times`(row: Row) throws {
        let schedule = Schedule(try Recurrence(rrule: row.rule), in: .utc, from: try CivilTime(text: row.start))
        let found = schedule.occurrences(from: schedule.start, limit: row.expected.count).map {
            $0.intendedTime.description.suffix(5)
        }
        #expect(found + (found.count < row.expected.count ? ["-"] : []) == row.expected.map { $0[...] })
    }

    @Test func `an hour without a minute uses the minute of the start`() throws {
        let start = try CivilTime(text: "2026-01-01 08:20:15")
        let rule = try Recurrence(rrule: "FREQ=DAILY;BYHOUR=9,10", from: start)
        #expect(rule.cadence == .days([DayRule(.day)], at: .at([9 * 3600 + 1215, 10 * 3600 + 1215])))
    }

    private static let problems: [(String, String)] = [
        ("BYDAY=MO", "0..<8 a rule needs FREQ; write FREQ=WEEKLY;BYDAY=MO"),
        ("FREQ=SECONDLY", "5..<13 the shortest interval is one minute; write MINUTELY"),
        ("FREQ=WEEKLI", "5..<11 'WEEKLI' is not a frequency; did you mean 'WEEKLY'?"),
        ("RRULE:FREQ=DAILY;INTRVAL=2", "17..<24 'INTRVAL' is not a part of a rule; did you mean 'INTERVAL'?"),
        ("FREQ=DAILY;BYSECOND=0", "11..<19 BYSECOND is not supported"),
        ("FREQ=YEARLY;BYWEEKNO=20", "12..<20 BYWEEKNO is not supported"),
        ("FREQ=DAILY;FREQ=DAILY", "11..<21 FREQ is given twice"),
        ("FREQ=DAILY;", "11..<11 '' is not a part of a rule; write NAME=VALUE between semicolons"),
        ("FREQ=DAILY;COUNT=3;UNTIL=20260101", "17..<18 COUNT and UNTIL cannot be combined"),
        ("FREQ=DAILY;COUNT=0", "17..<18 '0' is not a valid value; write 1 to 10000"),
        ("FREQ=DAILY;INTERVAL=-1", "20..<22 '-1' is not a valid value; write 1 to 10000"),
        ("FREQ=DAILY;UNTIL=2026", "17..<21 '2026' is not a date; write 20261231, or 20261231T170000Z"),
        ("FREQ=DAILY;UNTIL=20260230", "17..<25 '20260230' is not a date; write 20261231, or 20261231T170000Z"),
        ("FREQ=WEEKLY;BYDAY=1MO", "18..<21 a position needs FREQ=MONTHLY or YEARLY; write MO"),
        ("FREQ=MONTHLY;BYDAY=2XX", "19..<22 '2XX' is not a day of the week; write MO, TU, WE, TH, FR, SA or SU"),
        ("FREQ=MONTHLY;BYDAY=0MO", "19..<22 '0' is not a position in a month or year; write 2TU, or -1FR"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "24..<26 '32' is not a valid value; write 1 to 31, or from the end -1 to -31"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "23..<24 BYMONTHDAY cannot be used with FREQ=WEEKLY; write FREQ=DAILY"),
        ("FREQ=DAILY;BYHOUR=9", "18..<19 BYHOUR and BYMINUTE must be used together; write BYMINUTE=0 too"),
        ("FREQ=DAILY;BYSETPOS=1", "20..<21 BYSETPOS needs another BY… part"),
        (
            "FREQ=HOURLY;BYMINUTE=0,30",
            "21..<25 BYMINUTE is a local time, but HOURLY counts elapsed time; write FREQ=DAILY with BYHOUR and BYMINUTE"
        ),
        ("FREQ=HOURLY;BYSETPOS=1", "21..<22 BYSETPOS needs FREQ=DAILY or longer"),
    ]

    @Test(arguments: problems)
    func `a recurrence rule error has its position and a suggestion`(text: String, expected: String) {
        #expect(problem { try Recurrence(rrule: text) } == expected)
    }
}
