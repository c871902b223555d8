import MezonModel

/// Finds the days of a rule. Days are counted from the first of January 1970.
struct DayPicker: Sendable {
    /// The last day of 2099.
    static let last = ZoneRules.end / CivilTime.day - 1

    private let unit: DayRule.Unit
    private let interval: Int
    private let anchor: Day
    private let weekStart: Int
    /// A bit for each of what there may be; all of them where nothing was given.
    private let months: UInt16
    private let monthDays: UInt32
    private let daysFromEnd: UInt32
    private let weekdays: UInt8
    private let ordinals: [(ordinal: Int, weekday: Int)]
    private let ordinalsAreOfYear: Bool
    private let hasMonthDays: Bool
    let positions: [Int]

    /// - Parameter rule: filled; see `DayRule.filled(from:)`.
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

    /// The first day of the rule, not before one, up to the last day of 2099. Positions are left to `DayPlan`.
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

    /// Whether a day fits, apart from the count of its unit.
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

    /// The days of the period that a day lies in, if the rule counts it.
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

    /// The first day of the next period that counts, or `nil` if the day's own does.
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

    /// Weeks since 1970; its first day was a Thursday.
    private func week(of number: Int) -> Int { (number + 3 - weekStart).floored(by: 7) }

    /// Months are counted from January of the year 0; those past the last of all days are past all else, too.
    private static func startOfMonth(_ month: Int) -> Int {
        Day(year: month.floored(by: 12), month: month.flooredRest(by: 12) + 1, day: 1)?.sinceEpoch ?? last + 1
    }
}

extension Int {
    func flooredRest(by divisor: Int) -> Int { self - floored(by: divisor) * divisor }
}
