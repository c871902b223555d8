package import ChatModel

/// A rule that selects days as an RRULE of RFC 5545 does: every so many days, weeks, months or years, the days that match all conditions.
package struct DayRule: Hashable, Sendable, Codable {
    package enum Unit: Int, Hashable, Sendable, Codable, Comparable {
        case day, week, month, year

        package static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }
    }

    /// A day of the week, or the n-th of its kind in a month or year; counted from the end if negative.
    package struct WeekdayPick: Hashable, Sendable, Codable {
        package var ordinal: Int?
        package var weekday: Weekday

        package init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    package var unit: Unit
    /// The interval in units, counted from the unit of the schedule's start.
    package var interval = 1
    /// The months 1…12; empty for all.
    package var months: [Int] = []
    /// The days 1…31, or -1…-31 from the end of the month; empty for all. A month without such a day is skipped.
    package var monthDays: [Int] = []
    /// The weekdays; empty for all. Ordinals count within the month if the unit is a month or months are given, otherwise within the year.
    package var weekdays: [WeekdayPick] = []
    package var weekStart = Weekday.mon
    /// The positions among all times within a unit: 1 for the first, -1 for the last; empty for all.
    package var positions: [Int] = []

    package init(_ unit: Unit) { self.unit = unit }

    /// Returns the rule with the defaults that RFC 5545 takes from the start.
    func filled(from day: Day) -> DayRule {
        var rule = self
        switch unit {
        case .day: break
        case .week: if weekdays.isEmpty { rule.weekdays = [WeekdayPick(day.weekday)] }
        case .month, .year:
            guard monthDays.isEmpty, weekdays.isEmpty else { break }
            rule.monthDays = [day.day]
            if unit == .year, months.isEmpty { rule.months = [day.month] }
        }
        return rule
    }
}
