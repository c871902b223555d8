import ChatModel
import Foundation
import Recurrence
import Testing

@testable import BotConfiguration

@Suite struct CalendarTests {
    private func days(of text: String, inFile file: String = "lists/days.txt") throws -> ([DaySpan], [String]) {
        let folder = try TemporaryDirectory([
            "config.yaml": "version: 1\nlists: { days: { file: \(file), kind: calendar } }\n", file: text,
        ])
        let loaded = folder.load()
        let found = DiagnosticReport(loaded.diagnostics, sources: loaded.sources).diagnostics
        return (
            loaded.configuration?.lists.all.first?.days ?? [],
            found.map { "\($0.position.line):\($0.position.column) \($0.code) \($0.suggestion ?? "")" }
        )
    }

    private func span(_ first: String, _ last: String? = nil, isYearly: Bool = false) throws -> DaySpan {
        DaySpan(first: try day(first), last: try day(last ?? first), isYearly: isYearly)
    }

    private func day(_ text: String) throws -> Day {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        return try #require(Day(year: parts[0], month: parts[1], day: parts[2]))
    }

    @Test func `days are single dates, ranges or yearly`() throws {
        let (days, found) = try days(of: "2026-01-01\n# Tết\n2026-02-14..2026-02-20\n--09-02\n--12-24..--01-02\n")
        #expect(found == [])
        #expect(
            try days == [
                span("2026-01-01"), span("2026-02-14", "2026-02-20"), span("2000-09-02", isYearly: true),
                span("2000-12-24", "2000-01-02", isYearly: true),
            ])
        #expect(try ["2030-12-31", "2031-01-02", "2031-01-03"].map { days[3].contains(try day($0)) } == [true, true, false])
    }

    private static let slips: [(String, String)] = [
        ("tomorrow", "write 2026-01-01, 2026-01-28..2026-02-03, or --09-02 for every year"), ("2026-02-30", "write 2026-02-28"),
        ("2/9/2026", "write 2026-09-02"),
        ("2026/9/2", "write 2026-09-02"), ("09-02", "write --09-02"), ("2/9", "write --09-02"),
        ("2026-02-03..2026-01-28", "write 2026-01-28..2026-02-03"),
    ]

    @Test(arguments: slips)
    func `an invalid date format is an error with a suggestion`(text: String, suggestion: String) throws {
        #expect(try days(of: "\n  \(text)\n").1 == ["2:3 bad-date \(suggestion)"])
    }

    @Test func `an iCalendar file yields days with an exclusive end, and yearly ones`() throws {
        let text = """
            BEGIN:VCALENDAR\r
            BEGIN:VEVENT\r
            DTSTART;VALUE=DATE:20260214\r
            DTEND;VALUE=DATE:20260221\r
            SUMMARY:Tết Nguyên\r
              Đán\r
            END:VEVENT\r
            BEGIN:VEVENT\r
            DTSTART:20250902T000000Z\r
            RRULE:FREQ=YEARLY;\r
             BYMONTH=9\r
            END:VEVENT\r
            END:VCALENDAR\r

            """
        let (days, found) = try days(of: text, inFile: "lists/vn.ics")
        #expect(found == [])
        #expect(try days == [span("2026-02-14", "2026-02-20"), span("2000-09-02", isYearly: true)])
    }

    @Test func `an iCalendar event closes its hours in the bot's time zone`() throws {
        let event = "DTSTART:20260107T140000\nDTEND:20260107T160000"
        let folder = try TemporaryDirectory([
            "config.yaml": """
            version: 1
            bot: { timezone: Asia/Ho_Chi_Minh }
            lists:
              meetings: { file: lists/m.ics, kind: calendar }
              holidays: { days: ["2026-01-08"] }
            calendars: { work: { hours: "13:00-17:30", except: [meetings, holidays] } }

            """,
            "lists/m.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n",
        ])
        let calendar = try #require(folder.load().configuration?.calendars.all.first)
        #expect(calendar.except.contains(Date(timeIntervalSince1970: 1_767_769_200)))  // 14:00 in Vietnam.
        #expect(!calendar.except.contains(Date(timeIntervalSince1970: 1_767_776_400)))  // 16:00.
        let days = try [day("2026-01-07"), day("2026-01-08")]
        #expect(days.map(calendar.except.contains) == [false, true])
    }

    private static let refused: [(String, String)] = [
        ("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=SECONDLY", "4:1"), ("DTSTART:2026", "3:1"), ("SUMMARY:x", "2:1"),
        ("DTSTART:20260101\nDURATION:three days", "4:1"), ("DTSTART:20260230", "3:1"),
    ]

    @Test(arguments: refused)
    func `an unsupported iCalendar event is rejected`(event: String, place: String) throws {
        let (_, found) = try days(of: "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n")
        #expect(found.map { $0.prefix(while: { $0 != " " }) } == [place[...]])
    }

    @Test func `adding days is correct across months, leap years and centuries`() throws {
        for (first, second) in [
            ("2024-02-28", "2024-02-29"), ("2023-02-28", "2023-03-01"), ("1999-12-31", "2000-01-01"),
            ("2100-02-28", "2100-03-01"),
        ] {
            #expect(try day(first).adding(1) == day(second))
            #expect(try day(second).adding(-1) == day(first))
        }
    }
}
