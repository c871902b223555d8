/// A day of the oracle's calendar, found by counting from a day that is known.
struct CivilDay {
    /// Days since 1970.
    private(set) var number: Int
    private(set) var year: Int
    private(set) var month: Int
    private(set) var day: Int
    /// 0 for a Monday.
    private(set) var weekday: Int

    /// Monday, the 29th of December 2025.
    static let first = CivilDay(number: 20_451, year: 2025, month: 12, day: 29, weekday: 0)
    /// All that are reckoned with.
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

    /// 1 for the first of its weekday in the month.
    var place: Int { (day + 6) / 7 }
    var isLastOfItsWeekday: Bool { day + 7 > length }
    var isWorkday: Bool { weekday < 5 }
    var monthNumber: Int { year * 12 + month }
    /// Weeks begin on Monday.
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
