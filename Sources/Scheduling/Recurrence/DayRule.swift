package import MezonModel

/// Which days, as an RRULE of RFC 5545 says it: every so many days, weeks, months or years, those that fit all that is given.
package struct DayRule: Hashable, Sendable, Codable {
    package enum Unit: Int, Hashable, Sendable, Codable, Comparable {
        case day, week, month, year

        package static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }
    }

    /// A day of the week, or the n-th of its kind in a month or year; from the end for a negative number.
    package struct WeekdayPick: Hashable, Sendable, Codable {
        package var ordinal: Int?
        package var weekday: Weekday

        package init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    package var unit: Unit
    /// Every so many units, counted from that of the schedule's beginning.
    package var interval = 1
    /// 1…12; empty for all.
    package var months: [Int] = []
    /// 1…31, or -1…-31 from the end of the month; empty for all. A month without such a day has none of it.
    package var monthDays: [Int] = []
    /// Empty for all. Ordinals count within the month if the unit is one or months are given, otherwise within the year.
    package var weekdays: [WeekdayPick] = []
    package var weekStart = Weekday.mon
    /// Which of the times within a unit, all its days together: 1 for the first, -1 for the last; empty for all.
    package var positions: [Int] = []

    package init(_ unit: Unit) { self.unit = unit }

    /// With what RFC 5545 takes from the beginning where the rule leaves it open.
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
