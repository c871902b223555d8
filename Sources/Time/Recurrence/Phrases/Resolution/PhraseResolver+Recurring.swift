import ChatModel
import Foundation

extension PhraseResolver {
    func recurring() throws(PhraseError) -> [Outcome] {
        let recurrence = time.recurrence?.value ?? .ofDays(interval: 1)
        guard time.delay == nil, time.lead == nil, time.period == nil, time.weekday == nil else {
            throw refusal(.ambiguous, at: time.range)
        }
        var notes: [PhraseNote] = []
        let ends = try ends()
        if case .elapsed(let length) = recurrence { return try elapsed(length, ends) }
        let rules = try rules(recurrence).map { rule throws(PhraseError) in try without(rule) }
        if case .ofMonth(let days)? = time.day?.value, let first = days.min(), first > 28 {
            notes.append(.skipsMonths(day: first))
        }
        var outcomes: [Outcome] = []
        let times = try times(&notes)
        for end in ends {
            for times in times {
                outcomes.append(
                    try outcome(Recurrence(.days(rules, at: .at(times)), end: end), first: firstRules(rules, times), notes))
            }
        }
        return outcomes
    }

    /// Returns the possible lists of times, in seconds from midnight.
    private func times(_ notes: inout [PhraseNote]) throws(PhraseError) -> [[Int]] {
        guard !time.clocks.isEmpty else {
            var part = time.partOfDay?.value
            if part == nil, let recurrence = time.recurrence, tokens[recurrence.range].contains(where: { $0.text == "nightly" }) {
                part = .night
            }
            let second = part.map(Self.second) ?? Self.defaultSecond
            notes.append(.clockChosen(minutes: second / 60))
            return [[second]]
        }
        var all: [[Int]] = [[]]
        for clock in time.clocks {
            let choices = try choices(of: clock)
            // The midnight that ends a Friday belongs to Saturday.
            if choices.contains(where: { $0.shift > 0 || clock.form == .midnight }), !isEveryDay {
                throw refusal(.ambiguous, at: clock.range)
            }
            guard choices.count == 1 || time.clocks.count == 1 else { throw refusal(.ambiguous, at: clock.range) }
            all = choices.flatMap { choice in all.map { $0 + [choice.second] } }
        }
        return all.map { Array(Set($0)).sorted() }
    }

    private var isEveryDay: Bool { time.recurrence?.value == .units(1, .day) && time.day == nil }

    private func rules(_ recurrence: ParsedRecurrence) throws(PhraseError) -> [DayRule] {
        var interval = 1
        var unit: DayRule.Unit?
        switch recurrence {
        case .units(let count, let each):
            interval = count
            unit = each
        case .ofDays(let count): interval = count
        case .elapsed: break
        }
        let range = time.recurrence?.range ?? time.range
        guard interval > 0 else { throw refusal(.impossible, at: range) }
        let daysOfUnit = [DayRule.Unit.day: 1, .week: 7, .month: 30, .year: 365][unit ?? .day] ?? 1
        guard interval <= Recurrence.maxInterval, interval * daysOfUnit <= ParsedDuration.maxDays else {
            throw refusal(.tooFar, at: range)
        }
        guard let day = time.day else {
            guard let unit, unit == .day else { throw refusal(.missingDay, at: range) }
            var rule = DayRule(.day)
            rule.interval = interval
            return [rule]
        }
        var rule = try rule(of: day.value, in: unit)
        rule.interval = interval
        return [rule]
    }

    /// Returns the rule without the excepted weekdays.
    private func without(_ rule: DayRule) throws(PhraseError) -> DayRule {
        guard let out = time.exceptWeekdays else { return rule }
        var rule = rule
        guard rule.interval == 1, rule.unit <= .week, rule.monthDays.isEmpty else { throw refusal(.ambiguous, at: out.range) }
        let all = rule.weekdays.isEmpty ? Weekday.allCases.map { DayRule.WeekdayPick($0) } : rule.weekdays
        rule.unit = .week
        rule.weekdays = all.filter { !out.value.contains($0.weekday) }
        guard !rule.weekdays.isEmpty else { throw refusal(.impossible, at: out.range) }
        return rule
    }

    /// Returns the rule for the given days, which must match the unit if there is one.
    private func rule(of day: ParsedDay, in unit: DayRule.Unit?) throws(PhraseError) -> DayRule {
        func rule(_ own: DayRule.Unit, _ fill: (inout DayRule) -> Void) throws(PhraseError) -> DayRule {
            // `mỗi ngày thứ hai` means every Monday.
            guard unit == nil || unit == own || unit == .day && own == .week || unit == .year && own == .month else {
                throw refusal(.impossible, at: time.range)
            }
            guard unit != .year || own == .year else { throw refusal(.ambiguous, at: time.range) }
            var rule = DayRule(own)
            fill(&rule)
            return rule
        }
        switch day {
        case .offset: throw refusal(.impossible, at: time.range)
        case .weekdays(let days, let which, _):
            guard which == .plain || which == .coming else { throw refusal(.impossible, at: time.range) }
            guard unit != .month else { throw refusal(.ambiguous, at: time.range) }
            return try rule(.week) { $0.weekdays = days.map { DayRule.WeekdayPick($0) } }
        case .weekend: return try rule(.week) { $0.weekdays = [.init(.sat), .init(.sun)] }
        case .nth(let numbers, let weekday):
            guard numbers.allSatisfy({ $0 == -1 || (1...5).contains($0) }) else { throw refusal(.impossible, at: dayRange) }
            return try rule(.month) { $0.weekdays = numbers.map { DayRule.WeekdayPick(weekday, ordinal: $0) } }
        case .ofMonth(let numbers):
            guard numbers.allSatisfy({ (1...31).contains($0) }) else { throw refusal(.impossible, at: dayRange) }
            return try rule(.month) { $0.monthDays = Array(Set(numbers)).sorted() }
        case .date(let day, let month, nil):
            guard Day(year: 2000, month: month, day: day) != nil else { throw refusal(.impossible, at: dayRange) }
            return try rule(.year) { ($0.months, $0.monthDays) = ([month], [day]) }
        case .slashed(let first, let second, nil):
            let fits = [(first, second), (second, first)].filter { Day(year: 2000, month: $0.1, day: $0.0) != nil }
            guard let date = fits.first else { throw refusal(.impossible, at: dayRange) }
            guard fits.count == 1 || first == second else { throw refusal(.ambiguous, at: dayRange) }
            return try rule(.year) { ($0.months, $0.monthDays) = ([date.1], [date.0]) }
        case .date, .slashed: throw refusal(.impossible, at: dayRange)
        case .edge(.endOfMonth): return try rule(.month) { $0.monthDays = [-1] }
        case .edge(.startOfMonth): return try rule(.month) { $0.monthDays = [1] }
        case .edge(.endOfYear): return try rule(.year) { ($0.months, $0.monthDays) = ([12], [31]) }
        case .edge(.startOfWeek): return try rule(.week) { $0.weekdays = [.init(.mon)] }
        }
    }

    /// Returns the outcomes of an elapsed interval, within a part of the day if one was given.
    private func elapsed(_ length: ParsedDuration, _ ends: [Recurrence.End?]) throws(PhraseError) -> [Outcome] {
        guard !length.isZero else { throw refusal(.impossible, at: length.range) }
        guard length.months == 0, !length.isTooLong, length.seconds + length.days * 86_400 <= ParsedDuration.maxSeconds else {
            throw refusal(.tooFar, at: length.range)
        }
        let seconds = length.seconds + length.days * 86_400
        guard seconds >= 60 else { throw refusal(.tooOften, at: length.range) }
        guard time.clocks.isEmpty, time.partOfDay == nil else { throw refusal(.ambiguous, at: time.range) }
        var days = try time.day.map { day throws(PhraseError) in try rule(of: day.value, in: nil) }
        if time.exceptWeekdays != nil { days = try without(days ?? DayRule(.day)) }
        var outcomes: [Outcome] = []
        for end in ends {
            if let window = time.window {
                let range = try self.range(of: window)
                let recurrence = Recurrence(.days([days ?? DayRule(.day)], at: .every(seconds: seconds, during: range)), end: end)
                outcomes.append(try outcome(recurrence, first: recurrence, []))
            } else {
                let first = now.addingTimeInterval(Double(seconds))
                let start = try startingDay().flatMap { CivilTime($0) } ?? zone.civil(of: first)
                let recurrence = Recurrence(.elapsed(ElapsedInterval(seconds: seconds, days: days)), end: end)
                outcomes.append(Outcome(when: .recurring(recurrence, from: start)))
            }
        }
        return outcomes
    }

    private func range(of window: ParsedTime.Placed<ParsedTime.Window>) throws(PhraseError) -> ClockRange {
        let from = try choices(of: window.value.from), to = try choices(of: window.value.to)
        guard from.count == 1, to.count == 1, let first = from.first, let last = to.first else {
            throw refusal(.ambiguous, at: window.range)
        }
        guard first.second != last.second else { throw refusal(.impossible, at: window.range) }
        // A window that would continue to the next morning was more likely meant to end in the afternoon.
        guard first.second < last.second || last.second == 0 || window.value.to.form != .bare else {
            throw refusal(.ambiguous, at: window.range)
        }
        return ClockRange(start: first.minutes, end: last.second == 0 ? 1440 : last.minutes)
    }

    /// Returns the rule with an interval of one, to find the first occurrence.
    private func firstRules(_ rules: [DayRule], _ times: [Int]) -> Recurrence {
        Recurrence(
            .days(
                rules.map { rule in
                    var rule = rule
                    rule.interval = 1
                    return rule
                }, at: .at(times)))
    }

    private func startingDay() throws(PhraseError) -> Day? {
        guard let starting = time.starting else { return nil }
        let days = try days(of: starting.value, nil, at: starting.range).filter { $0 >= today }
        guard let day = days.first else { throw refusal(.past, at: starting.range) }
        guard days.count == 1 || day == today else { throw refusal(.ambiguous, at: starting.range) }
        try checkNear(day, starting.range)
        return day
    }

    private func outcome(_ recurrence: Recurrence, first: Recurrence, _ notes: [PhraseNote]) throws(PhraseError) -> Outcome {
        let from = try startingDay().flatMap { CivilTime($0) }.map(zone.instant) ?? now
        let search = Schedule(Recurrence(first.cadence), in: zone, from: from)
        guard let moment = search.next(after: max(now, from.addingTimeInterval(-1))) else {
            throw refusal(.impossible, at: time.range)
        }
        let start = search.occurrences(from: moment, limit: 1).first?.intendedTime ?? zone.civil(of: moment)
        return Outcome(when: .recurring(recurrence, from: start), notes: notes)
    }

    private func ends() throws(PhraseError) -> [Recurrence.End?] {
        guard let end = time.end else { return [nil] }
        switch end.value {
        case .count(let count):
            guard count > 0 else { throw refusal(.impossible, at: end.range) }
            guard count <= Recurrence.maxCount else { throw refusal(.tooFar, at: end.range) }
            return [.count(count)]
        case .length(let length):
            guard !length.isZero else { throw refusal(.impossible, at: length.range) }
            guard !length.isTooLong else { throw refusal(.tooFar, at: length.range) }
            guard length.isOfDays else { return [.instant(now.addingTimeInterval(Double(length.seconds)))] }
            return [.day(try lastDay(of: length))]
        case .day(let day, let period):
            let days = try days(of: day, period, at: end.range).filter { $0 >= today }
            guard let first = days.first else { throw refusal(.past, at: end.range) }
            if case .slashed = day, days.count > 1 { throw refusal(.ambiguous, at: end.range) }
            if case .weekdays(_, .next, _) = day, days.count > 1 { throw refusal(.ambiguous, at: end.range) }
            try checkNear(first, end.range)
            return [.day(first)]
        }
    }

    private func lastDay(of length: ParsedDuration) throws(PhraseError) -> Day {
        let month = today.year * 12 + today.month - 1 + length.months
        let (year, number) = (month / 12, month % 12 + 1)
        guard let day = Day(year: year, month: number, day: min(today.day, Day.count(of: number, in: year)))?.adding(length.days)
        else { throw refusal(.tooFar, at: length.range) }
        return day
    }
}
