import ChatModel

/// Finds the days of a rule. Days are numbered from 1 January 1970.
struct DayPicker: Sendable {
    /// The last day of 2099.
    static let last = ZoneRules.end / CivilTime.day - 1

    private let unit: DayRule.Unit
    private let interval: Int
    private let anchor: Day
    private let weekStart: Int
    /// Bit sets of the permitted values; all bits are set if none were given.
    private let months: UInt16
    private let monthDays: UInt32
    private let daysFromEnd: UInt32
    private let weekdays: UInt8
    private let ordinals: [(ordinal: Int, weekday: Int)]
    private let ordinalsAreOfYear: Bool
    private let hasMonthDays: Bool
    let positions: [Int]

    /// - Parameter rule: A filled rule; see `DayRule.filled(from:)`.
    init(_ rule: DayRule, anchor: Day) {
        unit = rule.unit
        interval = max(1, rule.interval)
        self.anchor = anchor
        weekStart = rule.weekStart.index
        months = rule.months.isEmpty ? .max : Self.bits(rule.months)
        hasMonthDays = !rule.monthDays.isEmpty
        monthDays = Self.bits(rule.monthDays)
        daysFromEnd = Self.bits(rule.monthDays.map { -$0 })
        weekdays = rule.weekdays.isEmpty ? .max : Self.bits(rule.weekdays.filter { $0.ordinal == nil }.map(\.weekday.index))
        ordinals = rule.weekdays.compactMap { pick in pick.ordinal.map { ($0, pick.weekday.index) } }
        ordinalsAreOfYear = rule.unit == .year && rule.months.isEmpty
        positions = rule.positions
    }

    private static func bits<Bits: FixedWidthInteger>(_ numbers: [Int]) -> Bits {
        numbers.filter { (0..<Bits.bitWidth).contains($0) }.reduce(0) { $0 | (1 << Bits($1)) }
    }

    /// Returns the first day of the rule, not before the given one, up to the last day of 2099. `DayPlan` applies the positions.
    func day(from first: Int) -> Int? {
        var number = first
        while number <= Self.last {
            let day = Day(sinceEpoch: number)
            if let start = startOfNextPeriod(unlessAligned: day, number) {
                number = start
            } else if months & (1 << UInt16(day.month)) == 0 {
                number = Self.startOfMonth(day.year * 12 + day.month)
            } else if contains(day, number) {
                return number
            } else {
                number += 1
            }
        }
        return nil
    }

    /// Returns a Boolean value that indicates whether a day matches, apart from the interval.
    func contains(_ day: Day, _ number: Int) -> Bool {
        guard months & (1 << UInt16(day.month)) != 0 else { return false }
        let length = Day.count(of: day.month, in: day.year)
        if hasMonthDays, monthDays & (1 << UInt32(day.day)) == 0, daysFromEnd & (1 << UInt32(length - day.day + 1)) == 0 {
            return false
        }
        let weekday = (number + 3).flooredRest(by: 7)
        if weekdays & (1 << UInt8(weekday)) != 0 { return true }
        return ordinals.contains { pick in
            guard pick.weekday == weekday else { return false }
            let place = ordinalsAreOfYear ? number - Self.startOfMonth(day.year * 12) : day.day - 1
            let length = ordinalsAreOfYear ? (Day.count(of: 2, in: day.year) == 29 ? 366 : 365) : length
            return pick.ordinal > 0 ? place / 7 + 1 == pick.ordinal : (length - 1 - place) / 7 + 1 == -pick.ordinal
        }
    }

    /// Returns the days of the period that contains a day.
    func period(of number: Int) -> Range<Int> {
        let day = Day(sinceEpoch: number)
        switch unit {
        case .day: return number..<(number + 1)
        case .week:
            let start = number - (number + 3 - weekStart).flooredRest(by: 7)
            return start..<(start + 7)
        case .month:
            let month = day.year * 12 + day.month - 1
            return Self.startOfMonth(month)..<Self.startOfMonth(month + 1)
        case .year: return Self.startOfMonth(day.year * 12)..<Self.startOfMonth(day.year * 12 + 12)
        }
    }

    /// Returns the first day of the next period that the interval selects; `nil` if the day's own period is selected.
    func startOfNextPeriod(unlessAligned day: Day, _ number: Int) -> Int? {
        guard interval > 1 else { return nil }
        switch unit {
        case .day:
            let rest = (number - anchor.sinceEpoch).flooredRest(by: interval)
            return rest == 0 ? nil : number + interval - rest
        case .week:
            let rest = (week(of: number) - week(of: anchor.sinceEpoch)).flooredRest(by: interval)
            return rest == 0 ? nil : (week(of: number) + interval - rest) * 7 + weekStart - 3
        case .month:
            let month = day.year * 12 + day.month - 1
            let rest = (month - anchor.year * 12 - anchor.month + 1).flooredRest(by: interval)
            return rest == 0 ? nil : Self.startOfMonth(month + interval - rest)
        case .year:
            let rest = (day.year - anchor.year).flooredRest(by: interval)
            return rest == 0 ? nil : Self.startOfMonth((day.year + interval - rest) * 12)
        }
    }

    /// Returns the number of weeks since 1970. 1 January 1970 was a Thursday.
    private func week(of number: Int) -> Int { (number + 3 - weekStart).floored(by: 7) }

    /// Returns the first day of a month, counted from January of the year 0; a day after `last` for months outside the calendar.
    private static func startOfMonth(_ month: Int) -> Int {
        Day(year: month.floored(by: 12), month: month.flooredRest(by: 12) + 1, day: 1)?.sinceEpoch ?? last + 1
    }
}

extension Int {
    func flooredRest(by divisor: Int) -> Int { self - floored(by: divisor) * divisor }
}
