import Foundation
import Testing

@testable import Recurrence

@Suite struct EveryTests {
    /// Starting at the beginning of 2026, a Thursday.
    private static let times: [(String, [String])] = [
        ("weekday at 09:00", ["2026-01-01 09:00", "2026-01-02 09:00", "2026-01-05 09:00"]),
        ("every weekday at 9:00", ["2026-01-01 09:00"]),
        ("day at 09:00 and 17:30", ["2026-01-01 09:00", "2026-01-01 17:30", "2026-01-02 09:00"]),
        ("day at 09:00, 12:00, and 17:30", ["2026-01-01 09:00", "2026-01-01 12:00", "2026-01-01 17:30"]),
        ("monday, wednesday and friday at 10:00", ["2026-01-02 10:00", "2026-01-05 10:00", "2026-01-07 10:00"]),
        ("Mon-Wed at 10:00", ["2026-01-05 10:00", "2026-01-06 10:00", "2026-01-07 10:00", "2026-01-12 10:00"]),
        ("saturday to monday at 10:00", ["2026-01-03 10:00", "2026-01-04 10:00", "2026-01-05 10:00", "2026-01-10 10:00"]),
        ("weekend at 10:00", ["2026-01-03 10:00", "2026-01-04 10:00", "2026-01-10 10:00"]),
        ("2nd tuesday at 14:00", ["2026-01-13 14:00", "2026-02-10 14:00"]),
        ("1st and 3rd monday of the month at 14:00", ["2026-01-05 14:00", "2026-01-19 14:00", "2026-02-02 14:00"]),
        ("last friday of march at 14:00", ["2026-03-27 14:00", "2027-03-26 14:00"]),
        ("last weekday at 17:00", ["2026-01-30 17:00", "2026-02-27 17:00"]),
        ("first weekday at 09:00 and 10:00", ["2026-01-01 09:00", "2026-01-01 10:00", "2026-02-02 09:00", "2026-02-02 10:00"]),
        ("last day of february at 17:00", ["2026-02-28 17:00", "2027-02-28 17:00", "2028-02-29 17:00"]),
        ("month on the last day at 17:00", ["2026-01-31 17:00", "2026-02-28 17:00"]),
        ("month on the 31st at 17:00", ["2026-01-31 17:00", "2026-03-31 17:00", "2026-05-31 17:00"]),
        ("month on the 31st or last day at 17:00", ["2026-01-31 17:00", "2026-02-28 17:00", "2026-03-31 17:00"]),
        ("month on the 30th or the last day at 08:00 and 17:00", ["2026-01-30 08:00", "2026-01-30 17:00", "2026-02-28 08:00"]),
        ("month on the 1st and 15th at 09:00", ["2026-01-01 09:00", "2026-01-15 09:00", "2026-02-01 09:00"]),
        ("3 months on the 2nd tuesday at 09:00", ["2026-01-13 09:00", "2026-04-14 09:00"]),
        ("2 weeks on monday and thursday at 10:00", ["2026-01-01 10:00", "2026-01-12 10:00", "2026-01-15 10:00"]),
        ("3 days at 10:00", ["2026-01-01 10:00", "2026-01-04 10:00"]),
        ("year on 2 september at 08:00", ["2026-09-02 08:00", "2027-09-02 08:00"]),
        ("year on february 29th at 08:00", ["2028-02-29 08:00", "2032-02-29 08:00"]),
        ("year on the last day of february at 08:00", ["2026-02-28 08:00", "2027-02-28 08:00", "2028-02-29 08:00"]),
        ("36 hours", ["2026-01-02 12:00", "2026-01-04 00:00"]), ("hour", ["2026-01-01 01:00", "2026-01-01 02:00"]),
        ("1h30m", ["2026-01-01 01:30"]), ("1 hour and 30 minutes", ["2026-01-01 01:30"]), ("2 hours 5 min", ["2026-01-01 02:05"]),
        (
            "8 hours between 09:00 and 17:00 on weekdays",
            ["2026-01-01 09:00", "2026-01-01 17:00", "2026-01-02 09:00", "2026-01-02 17:00", "2026-01-05 09:00"]
        ),
        ("3 hours between 22:00 and 06:00", ["2026-01-01 01:00", "2026-01-01 04:00", "2026-01-01 22:00", "2026-01-02 01:00"]),
        ("12 hours on saturday", ["2026-01-03 00:00", "2026-01-03 12:00", "2026-01-10 00:00"]),
        ("day at 09:00 until 2026-01-02", ["2026-01-01 09:00", "2026-01-02 09:00", "-"]),
        ("day at 09:00 for 3 times", ["2026-01-01 09:00", "2026-01-02 09:00", "2026-01-03 09:00", "-"]),
    ]

    @Test(arguments: times)
    func `an English phrase yields its times`(text: String, expected: [String]) throws {
        let schedule = Schedule(try Recurrence(every: text), in: .utc, from: try .iso("2026-01-01T00:00:00Z"))
        let found = try schedule.times(after: "2026-01-01 00:00", limit: expected.count)
        #expect(found + (found.count < expected.count ? ["-"] : []) == expected)
    }

    private static let vietnamese: [(String, String)] = [
        ("mỗi thứ hai lúc 9h", "monday at 09:00"), ("moi thu hai luc 9h", "monday at 09:00"),
        ("hàng ngày 8h30", "day at 08:30"), ("hang ngay 8h30", "day at 08:30"),
        ("mỗi ngày lúc 9h và 17h30", "day at 09:00 and 17:30"),
        ("t2 t4 t6 hàng tuần 6h sáng", "monday, wednesday and friday at 06:00"),
        ("mỗi ngày làm việc lúc 9h", "weekday at 09:00"), ("thứ hai đến thứ sáu lúc 8h55", "weekday at 08:55"),
        ("mỗi cuối tuần lúc 10h", "weekend at 10:00"), ("mỗi tối chủ nhật lúc 8h", "sunday at 20:00"),
        ("cn hàng tuần 20h", "sunday at 20:00"), ("mỗi 2 tuần vào thứ hai lúc 9h", "2 weeks on monday at 09:00"),
        ("ngày 15 hàng tháng lúc 9h", "month on the 15th at 09:00"), ("mỗi cuối tháng lúc 17h", "month on the last day at 17:00"),
        ("hàng năm ngày 20/11 lúc 8h", "year on 20 november at 08:00"), ("mỗi 20 phút", "20 minutes"), ("cứ 2 tiếng", "2 hours"),
        ("mỗi 20 phút từ 9h đến 17h", "20 minutes between 09:00 and 17:00"),
        ("mỗi ngày lúc 9h đến ngày 31/12/2026", "day at 09:00 until 2026-12-31"),
        ("mỗi ngày lúc 9h 3 lần", "day at 09:00 for 3 times"),
    ]

    @Test(arguments: vietnamese)
    func `a Vietnamese phrase equals its English counterpart`(text: String, english: String) throws {
        #expect(try Recurrence(every: text) == Recurrence(every: english))
        #expect(try Recurrence(notation: text) == Recurrence(every: english))
    }

    private static let vietnameseProblems: [(String, String)] = [
        ("mỗi thứ hai", "11..<11 a day needs a time; add lúc 9h"), ("hàng ngày sáng", "14..<14 a day needs a time; add lúc 9h"),
        ("mỗi ngày lúc 3h", "13..<15 \"3h\" can mean several times; which one?; write 15h, 3h sáng or 3h chiều"),
        ("mỗi tuần lúc 9h", "0..<8 \"mỗi tuần\", and on which day?; write thứ hai hàng tuần lúc 9h"),
        ("mai lúc 9h", "0..<10 this does not recur; write mỗi ngày lúc 9h, or at: for a single time"),
        ("mỗi ngày lúc 9h họp", "16..<19 'họp' is not understood here; leave it out"),
        ("nhắc tôi mỗi ngày lúc 9h", "0..<24 this is a request to remind; write the time alone: mỗi ngày lúc 9h"),
        ("mỗi ngày lúc 9h giờ Tokyo", "16..<25 the time zone has its own key; write tz: Asia/Tokyo"),
        ("mỗi ngày lúc 9h trừ ngày lễ", "0..<27 exceptions have their own key; write except: with the name of a list"),
        (
            "mỗi ngày lúc 9h đến 30/4",
            "0..<24 this depends on the day on which it is written; write the year: đến ngày 31/12/2026"
        ),
        (
            "mỗi ngày lúc 9h trong 2 tuần",
            "0..<28 this depends on the day on which it is written; write the year: đến ngày 31/12/2026"
        ),
        (
            "mỗi thứ hai lúc 9h bắt đầu từ ngày 15/3",
            "0..<39 this depends on the day on which it is written; write from: \"2026-01-05 09:00\""
        ),
        ("mỗi ngày lúc 25h", "13..<16 there is no such time as \"25h\""),
        ("mõi ngày lúc 9h", "0..<8 'mõi ngày' is not understood here; leave it out"),
        ("rằm hàng tháng lúc 9h", "0..<3 \"rằm\" is a lunar date, which is not supported; give the solar date"),
    ]

    @Test(arguments: vietnameseProblems)
    func `an invalid Vietnamese phrase is rejected with its position and a suggestion`(text: String, expected: String) {
        #expect(problem { try Recurrence(every: text) } == expected)
    }

    private static let problems: [(String, String)] = [
        ("", "0..<0 a recurrence is missing; write weekday at 09:00, or 20 minutes"),
        ("wekday at 09:00", "0..<6 'wekday' is not a recurrence; did you mean 'weekday'?"),
        ("every weekday", "13..<13 a day needs a time; add at 09:00"),
        ("weekday at 9am", "11..<14 '9am' is not a time of day; write 09:00"),
        ("weekday at 24:00", "11..<16 '24:00' is not a time of day; write 24:00"),
        ("weekday 09:00", "8..<13 '09:00' is not understood here; write at 09:00"),
        ("weekday at 09:00 untill 2026-01-01", "17..<23 'untill' is not understood here; did you mean 'until'?"),
        ("weekday at 09:00 at 10:00", "17..<19 'at' is given twice"),
        ("weekday at 09:00 and", "20..<20 a time of day is missing; write 09:00"),
        ("other monday at 09:00", "0..<5 'other' is not supported; write 2 mondays"),
        ("2nd day at 09:00", "8..<10 'at' is not a day of the week; write month on the 2nd"),
        ("6th monday at 09:00", "0..<19 a month has at most 5 of each weekday"),
        ("2d at 09:00", "0..<2 a day is not always 24 hours long; write 2 days at 09:00"),
        ("30 seconds", "3..<10 the shortest interval is one minute; write 1 minute"),
        ("20 parsecs", "3..<10 'parsecs' is not a unit; write weekday at 09:00, or 20 minutes"),
        ("20 minutes at 09:00", "0..<19 an interval has no time of day; leave out 'at', or write day at 09:00"),
        ("week at 09:00", "13..<13 a week needs a day; write on monday at 09:00"),
        ("month at 09:00", "14..<14 a month needs a day; write on the 1st at 09:00"),
        ("month on the 32nd at 09:00", "0..<26 a month has at most 31 days"),
        (
            "month on tuesday at 09:00",
            "9..<16 'tuesday' is not a day of the month; write the 1st, the last day, or the 2nd tuesday"
        ),
        ("year on 31 april at 09:00", "0..<25 april has no day 31"),
        ("weekday on monday at 09:00", "11..<17 'monday' is not needed: the days are already given; leave out 'on'"),
        ("20 minutes between 09:00 and 09:00", "0..<34 the time window ends where it begins; write 00:00 and 24:00"),
        ("2 hours between 09:00 and 10:00", "0..<31 the time window is shorter than the interval; write day at 09:00"),
        ("day at 09:00 until tomorrow", "19..<27 'tomorrow' is not a day; write 2026-12-31"),
        ("day at 09:00 for 0 times", "17..<18 '0' is not a number; write for 10 times"),
    ]

    @Test(arguments: problems)
    func `a schedule phrase error has its position and a suggestion`(text: String, expected: String) {
        #expect(problem { try Recurrence(every: text) } == expected)
    }

    /// Mutates valid phrases with words of others. Each is parsed or rejected quickly, without crashing.
    @Test func `mutated phrases do not crash the parser`() throws {
        let phrases = Self.times.map { $0.0.split(separator: " ") }
        let words = phrases.joined() + ["999999999", "0", "-1", ",", "and", "24:00", "32nd", "\u{0}", "９"]
        var seed: UInt64 = 7
        func drawn(below count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        var read = 0
        for _ in 0..<1_500 {
            var phrase = phrases[drawn(below: phrases.count)]
            for _ in 0...drawn(below: 3) { phrase[drawn(below: phrase.count)] = words[drawn(below: words.count)] }
            guard let recurrence = try? Recurrence(every: phrase.joined(separator: " ")) else { continue }
            read += 1
            _ = Schedule(recurrence, in: .utc, from: try .iso("2026-01-01T00:00:00Z")).next(after: .distantPast)
        }
        #expect(read > 30)
    }
}
