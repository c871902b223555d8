import ChatModel

/// The parsed clauses of a phrase, and the recurrence that they mean.
struct EveryPhrase {
    enum Subject: Hashable {
        case length(Int)
        case weekdays([Weekday])
        case calendar(DayRule.Unit, Int)
    }

    enum MonthDays: Hashable {
        case numbers([Int])
        case weekdays([DayRule.WeekdayPick])
        /// The n-th working day of the month.
        case workday(Int)
        /// The day with this number, or the last of a shorter month.
        case nearest(Int)
    }

    var subject: Subject?
    var days: MonthDays?
    var months: [Int] = []
    var weekdays: [Weekday] = []
    /// The times in seconds from midnight.
    var times: [Int] = []
    var stretch: ClockRange?
    var end: Recurrence.End?
    var clauses: Set<String> = []

    func recurrence(within columns: Range<Int>) throws(ScheduleSyntaxError) -> Recurrence {
        func missing(_ message: String, _ suggestion: String) -> ScheduleSyntaxError {
            ScheduleSyntaxError(message, at: columns.upperBound..<columns.upperBound, suggestion: suggestion)
        }
        func wrong(_ message: String, _ suggestion: String) -> ScheduleSyntaxError {
            ScheduleSyntaxError(message, at: columns, suggestion: suggestion)
        }
        if case .length(let seconds) = subject {
            guard times.isEmpty else {
                throw wrong("an interval has no time of day", "leave out 'at', or write day at 09:00")
            }
            return Recurrence(try cadence(seconds, wrong), end: end)
        }
        guard stretch == nil else {
            throw wrong("a time window needs an interval before it", "write 20 minutes between 09:00 and 17:00")
        }
        guard !times.isEmpty else { throw missing("a day needs a time", "add at 09:00") }
        var rule: DayRule
        switch subject {
        case .weekdays(let days):
            rule = DayRule(.week)
            rule.weekdays = days.map { DayRule.WeekdayPick($0) }
        case .calendar(let unit, let interval):
            rule = DayRule(unit)
            rule.interval = interval
            if unit == .week, weekdays.isEmpty { throw missing("a week needs a day", "write on monday at 09:00") }
            if unit >= .month, days == nil {
                throw missing(
                    "a \(unit) needs a day", unit == .month ? "write on the 1st at 09:00" : "write on 2 september at 09:00")
            }
            rule.weekdays = weekdays.map { DayRule.WeekdayPick($0) }
        case .length, nil: throw missing("a recurrence is missing", "write weekday at 09:00")
        }
        rule.months = months
        fill(&rule)
        return Recurrence(.days([rule], at: .at(Array(Set(times)).sorted())), end: end)
    }

    private func fill(_ rule: inout DayRule) {
        // Positions count times, and a day may have several.
        let count = Set(times).count
        switch days {
        case nil: break
        case .numbers(let numbers): rule.monthDays = Array(Set(numbers)).sorted()
        case .weekdays(let picks): rule.weekdays = picks
        case .workday(let place):
            rule.weekdays = PhraseLexicon.stretch(.mon, .fri).map { DayRule.WeekdayPick($0) }
            rule.positions = place > 0 ? Array(((place - 1) * count + 1)...(place * count)) : Array(-count...(-1))
        case .nearest(let day):
            rule.monthDays = Array(28...day)
            rule.positions = Array(-count...(-1))
        }
    }

    private func cadence(
        _ seconds: Int, _ wrong: (String, String) -> ScheduleSyntaxError
    ) throws(ScheduleSyntaxError) -> Recurrence.Cadence {
        var rule = DayRule(weekdays.isEmpty ? .day : .week)
        rule.weekdays = weekdays.map { DayRule.WeekdayPick($0) }
        guard let stretch else {
            return .elapsed(ElapsedInterval(seconds: seconds, days: weekdays.isEmpty ? nil : rule))
        }
        let length = stretch.end - stretch.start + (stretch.start < stretch.end ? 0 : 24 * 60)
        guard seconds <= length * 60 else {
            throw wrong(
                "the time window is shorter than the interval", "write day at \(ClockText.text(minutes: stretch.start))")
        }
        return .days([rule], at: .every(seconds: seconds, during: stretch))
    }
}

extension DayRule.Unit: CustomStringConvertible {
    package var description: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }
}
