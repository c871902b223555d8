import ChatModel

/// Formats a recurrence with the words of a language.
struct RecurrenceFormatter<Words: ScheduleFormatter> {
    let words: Words
    let start: CivilTime

    func text(of recurrence: Recurrence) -> String { cadence(recurrence.cadence) + (recurrence.end.map(end) ?? "") }

    private func cadence(_ cadence: Recurrence.Cadence) -> String {
        switch cadence {
        case .once: return words.once(on: start.day) + words.at([Self.clock(start.second)])
        case .days(let rules, .at(let times)), .days(let rules, .whenever(let times)):
            let times = times.isEmpty ? [start.second] : times
            let days = rules.map { rule($0.filled(from: start.day), timesOfDay: times.count) }
            return (days.count == 2 ? words.or(days[0], days[1]) : days.joined(separator: ", ")) + self.times(times)
        case .days(let rules, .every(let seconds, let range)):
            let stretch = words.every(FormattedDuration(seconds: seconds)) + words.between(clock(range.start), clock(range.end))
            return stretch + rules.map(limit).joined(separator: ", ")
        case .elapsed(let elapsed):
            return words.every(FormattedDuration(seconds: elapsed.seconds)) + (elapsed.days.map(limit) ?? "")
                + (elapsed.hours.isEmpty ? "" : words.hours(elapsed.hours))
        }
    }

    private func rule(_ rule: DayRule, timesOfDay: Int) -> String {
        let plain = rule.weekdays.filter { $0.ordinal == nil }.map(\.weekday)
        switch rule.unit {
        case .day: return words.every(rule.interval, .day) + limit(rule)
        case .week:
            let months = rule.months.isEmpty ? "" : words.inMonths(rule.months)
            guard rule.interval == 1 else {
                return words.every(rule.interval, .week) + words.onWeekdays(plain) + months + picked(rule)
            }
            return everyWeekdays(plain) + months + picked(rule)
        case .month, .year:
            if let special = special(rule, timesOfDay: timesOfDay) { return every(rule) + words.on(special) + inMonths(rule) }
            if rule.interval == 1, rule.monthDays.isEmpty, rule.positions.isEmpty, rule.weekdays.allSatisfy({ $0.ordinal == nil })
            {
                return everyWeekdays(plain) + inMonths(rule)
            }
            let picks = words.and(rule.weekdays.map(pick))
            guard !rule.monthDays.isEmpty else {
                let isOfYear = rule.unit == .year && rule.months.isEmpty
                return every(rule) + words.on(isOfYear ? words.ofYear(picks) : picks) + inMonths(rule) + picked(rule)
            }
            let condition = rule.weekdays.isEmpty ? "" : words.ifDay(words.any(rule.weekdays.map(pick)))
            if rule.interval == 1 || rule.unit == .year, rule.months.count == 1, rule.monthDays.count == 1 {
                return every(rule) + words.on(words.date(rule.monthDays[0], rule.months[0])) + condition + picked(rule)
            }
            return every(rule) + words.on(words.monthDays(rule.monthDays)) + inMonths(rule) + condition + picked(rule)
        }
    }

    /// A rule with named months recurs every year, not every month.
    private func every(_ rule: DayRule) -> String {
        words.every(rule.interval, rule.unit == .month && rule.interval == 1 && !rule.months.isEmpty ? .year : rule.unit)
    }

    private func inMonths(_ rule: DayRule) -> String { rule.months.isEmpty ? "" : words.inMonths(rule.months) }

    private func picked(_ rule: DayRule) -> String {
        rule.positions.isEmpty ? "" : words.only(places: rule.positions.filter { $0 > 0 } + rule.positions.filter { $0 < 0 })
    }

    private func pick(_ pick: DayRule.WeekdayPick) -> String {
        pick.ordinal.map { words.weekday(pick.weekday, place: $0) } ?? words.weekday(pick.weekday)
    }

    private func everyWeekdays(_ days: [Weekday]) -> String {
        switch days.sorted() {
        case []: words.every(1, .day)
        case PhraseLexicon.stretch(.mon, .fri): words.everyWeekday
        case [.sat, .sun]: words.everyWeekendDay
        default: words.every(days.sorted())
        }
    }

    /// Returns the phrase for positions that have a common name.
    private func special(_ rule: DayRule, timesOfDay count: Int) -> String? {
        guard let first = rule.positions.first, rule.positions.count == count, rule.positions == Array(first..<(first + count))
        else {
            return nil
        }
        let place = first > 0 ? (first - 1) / count + 1 : -((-first - 1) / count + 1)
        guard (first > 0 ? first - 1 : -first) % count == 0 else { return nil }
        if rule.monthDays.isEmpty, rule.weekdays == PhraseLexicon.stretch(.mon, .fri).map({ DayRule.WeekdayPick($0) }) {
            return words.workday(place: place)
        }
        guard rule.weekdays.isEmpty, place == -1, let last = rule.monthDays.last, rule.monthDays == Array(28...max(28, last))
        else {
            return nil
        }
        return words.nearest(last)
    }

    /// Returns the phrase for days that limit another recurrence.
    private func limit(_ rule: DayRule) -> String {
        (rule.weekdays.isEmpty ? "" : words.onWeekdays(rule.weekdays.map(\.weekday).sorted()))
            + (rule.monthDays.isEmpty ? "" : words.on(words.monthDays(rule.monthDays))) + inMonths(rule) + picked(rule)
    }

    private func times(_ times: [Int]) -> String {
        guard times.count > Self.readable else { return words.at(times.map(Self.clock)) }
        let steps = Set(zip(times, times.dropFirst()).map { $1 - $0 })
        if steps.count == 1, let step = steps.first, step % 60 == 0 {
            return words.every(minutes: step / 60, from: Self.clock(times[0]), to: Self.clock(times[times.count - 1]))
        }
        return words.at(times.prefix(3).map(Self.clock), andMoreOf: times.count)
    }

    /// The maximum number of times that are listed one by one.
    private static var readable: Int { 4 }

    private func clock(_ minutes: Int) -> String { ClockText.text(minutes: minutes) }

    private static func clock(_ second: Int) -> String {
        ClockText.text(minutes: second / 60) + (second % 60 == 0 ? "" : second % 60 < 10 ? ":0\(second % 60)" : ":\(second % 60)")
    }

    private func end(_ end: Recurrence.End) -> String {
        switch end {
        case .count(let count): words.times(count)
        case .day(let day): words.until("\(day)")
        case .time(let time): words.until("\(time)")
        case .instant(let instant): words.until("\(CivilTime(wall: instant.second)) UTC")
        }
    }
}
