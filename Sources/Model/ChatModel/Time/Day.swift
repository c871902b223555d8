package import Foundation

/// A day of the Gregorian calendar, independent of a time zone.
package struct Day: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    package var year: Int
    package var month: Int
    package var day: Int

    /// Creates a day; `nil` if it does not exist.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Day.count(of: month, in: year) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the day of a point in time in a time zone; `nil` if the calendar has no answer.
    package init?(of moment: Date, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: moment)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    package static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// Returns the day a number of days later, or earlier if negative; `nil` outside the years 1 to 9999.
    package func adding(_ days: Int) -> Day? {
        guard abs(days) < 3_652_365 else { return nil }
        let day = Day(nearest: number + days)
        return day.number == number + days ? day : nil
    }

    package static func count(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    package var weekday: Weekday { Weekday(index: number + 2) }

    /// The number of days since 1 March of the year 0.
    package var number: Int {
        let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1
    }

    /// Creates the day of a number; numbers outside the calendar give its first or last day. Computed by eras of 400 years.
    package init(nearest number: Int) {
        let number = min(max(number, 306), 3_652_364)
        let era = number / 146_097, rest = number % 146_097
        let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
        let ofYear = rest - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        self.year = era * 400 + year + (month < 10 ? 0 : 1)
        self.month = month < 10 ? month + 3 : month - 9
        day = ofYear - (153 * month + 2) / 5 + 1
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
    }
}
