/// A day of the oracle's calendar, computed by counting from a known day.
struct CivilDay {
    /// The days since 1970.
    private(set) var number: Int
    private(set) var year: Int
    private(set) var month: Int
    private(set) var day: Int
    /// The weekday; 0 for Monday.
    private(set) var weekday: Int

    /// Monday, 29 December 2025.
    static let first = CivilDay(number: 20_451, year: 2025, month: 12, day: 29, weekday: 0)
    /// All days of the calendar.
    static let all: [CivilDay] = {
        var days = [first]
        for number in 1..<550 { days.append(days[number - 1].next) }
        return days
    }()

    var length: Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.isMultiple(of: 4) ? 29 : 28
        default: 31
        }
    }

    /// The number of the day among the same weekdays of the month, from 1.
    var place: Int { (day + 6) / 7 }
    var isLastOfItsWeekday: Bool { day + 7 > length }
    var isWorkday: Bool { weekday < 5 }
    var monthNumber: Int { year * 12 + month }
    /// The number of the week; weeks begin on Monday.
    var weekNumber: Int { (number - weekday) / 7 }

    private var next: CivilDay {
        var next = self
        next.number += 1
        next.weekday = (weekday + 1) % 7
        next.day += 1
        guard next.day > length else { return next }
        next.day = 1
        next.month += 1
        guard next.month > 12 else { return next }
        next.month = 1
        next.year += 1
        return next
    }
}
