import ChatModel
import Foundation

extension PhraseResolver {
    func once() throws(PhraseError) -> [Outcome] {
        let outcomes = try said()
        guard let lead = time.lead else { return outcomes }
        guard !lead.value.isZero else { throw refusal(.impossible, at: lead.range) }
        guard !lead.value.isTooLong else { throw refusal(.tooFar, at: lead.range) }
        // A lead time in hours needs a clock time, because a day has no obvious start.
        guard lead.value.isOfDays || time.hasClock else { throw refusal(.missingClock, at: time.range) }
        let earlier = outcomes.compactMap { moved($0, by: lead.value) }.filter { $0.instant > now }
        guard !earlier.isEmpty else { throw refusal(.past, at: time.range) }
        return earlier
    }

    /// Moves days by the calendar and hours by elapsed time.
    private func moved(_ outcome: Outcome, by lead: ParsedDuration) -> Outcome? {
        guard case .once(let civil, let instant) = outcome.when else { return nil }
        guard lead.isOfDays else {
            let moment = instant.addingTimeInterval(-Double(lead.seconds + lead.days * CivilTime.day))
            return Outcome(when: .once(zone.civil(of: moment), moment), notes: outcome.notes)
        }
        let month = civil.day.year * 12 + civil.day.month - 1 - lead.months
        let (year, number) = (month / 12, month % 12 + 1)
        let day = Day(year: year, month: number, day: min(civil.day.day, Day.count(of: number, in: year)))?.adding(-lead.days)
        return day.flatMap { CivilTime($0, second: civil.second) }.map { self.outcome($0, outcome.notes) }
    }

    /// Returns the outcomes without the lead time.
    private func said() throws(PhraseError) -> [Outcome] {
        if let ahead = time.delay { return try after(ahead.value) }
        guard time.clocks.count < 2 else { throw refusal(.ambiguous, at: clockRange) }
        if let clock = time.clocks.first { return try at(clock) }
        if time.day == nil, time.period == nil {
            guard let part = time.partOfDay else { throw refusal(.missingWhen, at: time.range) }
            let second = Self.second(of: part.value)
            return [try next(ClockChoice(second: second), notes: [.clockChosen(minutes: second / 60)])]
        }
        return try onDayWithoutClock()
    }

    private var clockRange: Range<Int> {
        guard let first = time.clocks.first, let last = time.clocks.last else { return time.range }
        return first.range.lowerBound..<last.range.upperBound
    }

    private func after(_ length: ParsedDuration) throws(PhraseError) -> [Outcome] {
        guard !length.isZero else { throw refusal(.impossible, at: length.range) }
        guard !length.isTooLong else { throw refusal(.tooFar, at: length.range) }
        let day = try day(after: length)
        try checkNear(day, length.range)
        if !time.clocks.isEmpty || time.partOfDay != nil || length.isFromToday {
            guard length.isOfDays, time.day == nil, time.period == nil, time.clocks.count < 2 else {
                throw refusal(.ambiguous, at: time.range)
            }
            guard let clock = time.clocks.first else {
                let second = time.partOfDay.map { Self.second(of: $0.value) } ?? Self.defaultSecond
                return try on([day], [ClockChoice(second: second)], notes: [.clockChosen(minutes: second / 60)])
            }
            return try on([day], try choices(of: clock))
        }
        guard time.day == nil, time.period == nil else { throw refusal(.ambiguous, at: time.range) }
        var outcomes: [Outcome] = []
        if length.isOfDays, let civil = CivilTime(day, second: civilNow.second) {
            outcomes.append(outcome(civil, []))
        } else {
            // Days follow the calendar; hours are elapsed time.
            let start =
                length.days == 0 && length.months == 0 ? now : CivilTime(day, second: civilNow.second).map(zone.instant) ?? now
            let instant = start.addingTimeInterval(Double(length.seconds))
            outcomes.append(Outcome(when: .once(zone.civil(of: instant), instant)))
        }
        if let clock = length.asClock {
            for choice in try choices(of: clock) { outcomes.append(try next(choice)) }
        }
        return outcomes
    }

    private func day(after length: ParsedDuration) throws(PhraseError) -> Day {
        let month = today.year * 12 + today.month - 1 + length.months
        let (year, number) = (month / 12, month % 12 + 1)
        // In a month without this day, the last day of the month is used.
        guard let day = Day(year: year, month: number, day: min(today.day, Day.count(of: number, in: year)))?.adding(length.days)
        else { throw refusal(.tooFar, at: length.range) }
        return day
    }

    private func at(_ clock: ParsedClockTime) throws(PhraseError) -> [Outcome] {
        let choices = try choices(of: clock)
        let notes: [PhraseNote] = clock.form == .endOfDay ? [.clockChosen(minutes: clock.seconds / 60)] : []
        if let day = time.day {
            let days = try days(of: day.value, time.period?.value, at: dayRange)
            try checkWeekday(days)
            return try on(days, choices, notes: notes)
        }
        if let period = time.period { return try on(try days(of: period.value, at: period.range), choices, notes: notes) }
        var outcomes: [Outcome] = []
        for choice in choices { outcomes.append(try next(choice, notes: notes)) }
        return outcomes
    }

    private func onDayWithoutClock() throws(PhraseError) -> [Outcome] {
        let days: [Day]
        if let day = time.day {
            days = try self.days(of: day.value, time.period?.value, at: dayRange)
            try checkWeekday(days)
        } else if let period = time.period {
            days = try self.days(of: period.value, at: period.range)
        } else {
            throw refusal(.missingWhen, at: time.range)
        }
        guard time.partOfDay != nil || time.day?.value != .offset(0) else { throw refusal(.missingClock, at: dayRange) }
        let second = time.partOfDay.map { Self.second(of: $0.value) } ?? Self.defaultSecond
        return try on(days, [ClockChoice(second: second)], notes: [.clockChosen(minutes: second / 60)])
    }

    private func checkWeekday(_ days: [Day]) throws(PhraseError) {
        guard let weekday = time.weekday, days.allSatisfy({ $0.weekday != weekday.value }) else { return }
        throw refusal(.impossible, at: dayRange)
    }

    /// Returns the next occurrence of a time of day without a day.
    private func next(_ choice: ClockChoice, notes: [PhraseNote] = []) throws(PhraseError) -> Outcome {
        for days in 0...2 {
            guard let day = today.adding(days + choice.shift), let civil = CivilTime(day, second: choice.second) else { continue }
            let outcome = outcome(civil, notes + (days > 0 ? [.passedToday(minutes: choice.minutes)] : []))
            if outcome.instant > now { return outcome }
        }
        throw refusal(.past, at: time.range)
    }

    /// Returns the combinations of days and times that are still ahead.
    private func on(_ days: [Day], _ choices: [ClockChoice], notes: [PhraseNote] = []) throws(PhraseError) -> [Outcome] {
        var outcomes: [(outcome: Outcome, day: Day)] = []
        var hasPassed = false
        for day in days {
            try checkNear(day, dayRange)
            for choice in choices {
                guard let shifted = day.adding(choice.shift), let civil = CivilTime(shifted, second: choice.second) else {
                    continue
                }
                let outcome = outcome(civil, notes)
                guard outcome.instant > now else {
                    hasPassed = true
                    continue
                }
                outcomes.append((outcome, day))
            }
        }
        guard let first = outcomes.first else {
            throw refusal(.past, at: days.allSatisfy { $0 < today } ? dayRange : time.range)
        }
        // For `the 15th`, the first one that is ahead is meant.
        if isNextOfItsKind { outcomes = outcomes.filter { $0.day == first.day } }
        if hasPassed || isLater(first.day) {
            for index in outcomes.indices {
                let day = outcomes[index].day
                if days.count > 1 || isLater(day) {
                    outcomes[index].outcome.notes.append(.passed(day))
                } else if case .once(let civil, _) = outcomes[index].outcome.when {
                    outcomes[index].outcome.notes.append(.onlyHalfAhead(minutes: civil.second / 60))
                }
            }
        }
        return outcomes.map(\.outcome)
    }

    /// A Boolean value that indicates whether the days stand for the next one of their kind.
    private var isNextOfItsKind: Bool {
        switch time.day?.value {
        case .ofMonth, .edge: true
        default: false
        }
    }

    private func isLater(_ day: Day) -> Bool {
        switch time.day?.value {
        case .date(_, _, nil), .slashed(_, _, nil): day.year > today.year
        case .ofMonth where time.period == nil: (day.year, day.month) != (today.year, today.month)
        default: false
        }
    }
}

extension PhraseResolver.Outcome {
    var instant: Date {
        switch when {
        case .once(_, let instant): instant
        case .recurring: .distantFuture
        }
    }
}
