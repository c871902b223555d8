import ChatModel

extension PhraseResolver {
    /// Returns the days that may be meant, several if it is ambiguous, including past ones.
    func days(of said: ParsedDay, _ period: ParsedTime.Period?, at range: Range<Int>) throws(PhraseError) -> [Day] {
        switch said {
        case .offset(let count):
            guard period == nil else { throw refusal(.ambiguous, at: range) }
            return [try later(count, at: range)]
        case .weekdays(let weekdays, let which, _):
            guard weekdays.count == 1, let weekday = weekdays.first else { throw refusal(.ambiguous, at: range) }
            return try days(of: weekday, which, period, at: range)
        case .nth(let numbers, let weekday):
            guard let period, period.unit == .month, numbers.count == 1 else {
                // `last friday` is in the past; the last Friday of the month may be ahead.
                let isPast = numbers == [-1] && !tokens[range].contains { ["month", "tháng", "thang"].contains($0.text) }
                throw refusal(isPast ? .past : .ambiguous, at: range)
            }
            return [try nth(numbers[0], weekday, months: period.shift, at: range)]
        case .ofMonth(let numbers):
            guard numbers.count == 1, let number = numbers.first else { throw refusal(.ambiguous, at: range) }
            return try days(ofMonth: number, period, at: range)
        case .date(let day, let month, let year): return try dates(day, month, self.year(year, period, range), at: range)
        case .slashed(let first, let second, let said):
            let year = try self.year(said, period, range)
            let readings = [try? dates(first, second, year, at: range), try? dates(second, first, year, at: range)]
            let days = readings.compactMap { $0?.first }
            guard !days.isEmpty else { return try dates(first, second, year, at: range) }
            return first == second ? Array(days.prefix(1)) : days.sorted()
        case .edge(let edge): return try days(of: edge, period, at: range)
        case .weekend:
            let saturday = try days(of: .sat, .plain, period, at: range)
            let sunday = try days(of: .sun, .plain, period, at: range)
            return Array(saturday.prefix(1) + sunday.prefix(1)).sorted()
        }
    }

    /// Returns the given year, also from `15/3 năm sau`.
    private func year(_ said: Int?, _ period: ParsedTime.Period?, _ range: Range<Int>) throws(PhraseError) -> Int? {
        guard let period else { return said }
        guard said == nil, period.unit == .year else { throw refusal(.ambiguous, at: range) }
        return today.year + period.shift
    }

    func later(_ days: Int, at range: Range<Int>) throws(PhraseError) -> Day {
        guard let day = today.adding(days) else { throw refusal(.tooFar, at: range) }
        return day
    }

    /// Weeks begin on Monday.
    private func days(
        of weekday: Weekday, _ which: ParsedDay.Which, _ period: ParsedTime.Period?, at range: Range<Int>
    ) throws(PhraseError) -> [Day] {
        let ofThisWeek = weekday.index - today.weekday.index
        let ahead = (ofThisWeek + 7) % 7
        if let period {
            guard period.unit == .week else { throw refusal(.ambiguous, at: range) }
            return [try later(ofThisWeek + 7 * period.shift, at: range)]
        }
        switch which {
        case .this: return [try later(ofThisWeek, at: range)]
        case .coming: return [try later(ahead == 0 ? 7 : ahead, at: range)]
        // `next friday` means the coming Friday or that of next week.
        case .next:
            let coming = try later(ahead == 0 ? 7 : ahead, at: range), next = try later(ofThisWeek + 7, at: range)
            return coming == next ? [coming] : [coming, next]
        case .plain: return ahead == 0 ? [today, try later(7, at: range)] : [try later(ahead, at: range)]
        }
    }

    private func month(after count: Int) -> (year: Int, month: Int) {
        let month = today.year * 12 + today.month - 1 + count
        return (month / 12, month % 12 + 1)
    }

    private func nth(_ number: Int, _ weekday: Weekday, months: Int, at range: Range<Int>) throws(PhraseError) -> Day {
        let (year, month) = month(after: months)
        let length = Day.count(of: month, in: year)
        let fitting = (1...length).compactMap { Day(year: year, month: month, day: $0) }.filter { $0.weekday == weekday }
        let index = number > 0 ? number - 1 : fitting.count + number
        guard fitting.indices.contains(index) else { throw refusal(.impossible, at: range) }
        return fitting[index]
    }

    private func days(ofMonth number: Int, _ period: ParsedTime.Period?, at range: Range<Int>) throws(PhraseError) -> [Day] {
        guard (1...31).contains(number) else { throw refusal(.impossible, at: range) }
        if let period {
            let (year, month) = month(after: period.unit == .month ? period.shift : 0)
            guard period.unit == .month, let day = Day(year: year, month: month, day: number) else {
                throw refusal(.impossible, at: range)
            }
            return [day]
        }
        return (0..<3).compactMap { count in
            let (year, month) = month(after: count)
            return Day(year: year, month: month, day: number)
        }
    }

    /// Returns the date in this year, or in the next if no year was given.
    private func dates(_ day: Int, _ month: Int, _ year: Int?, at range: Range<Int>) throws(PhraseError) -> [Day] {
        if let year {
            guard let date = Day(year: year, month: month, day: day) else { throw refusal(.impossible, at: range) }
            return [date]
        }
        let dates = (0..<9).compactMap { Day(year: today.year + $0, month: month, day: day) }
        guard !dates.isEmpty else { throw refusal(.impossible, at: range) }
        return dates.first.map { $0 < today } == true ? Array(dates.dropFirst().prefix(1)) : Array(dates.prefix(1))
    }

    private func days(of edge: PhraseBoundary, _ period: ParsedTime.Period?, at range: Range<Int>) throws(PhraseError) -> [Day] {
        switch edge {
        case .startOfWeek: return try days(of: .mon, period == nil ? .coming : .plain, period, at: range)
        case .endOfYear:
            guard let day = Day(year: today.year + (period?.unit == .year ? period?.shift ?? 0 : 0), month: 12, day: 31) else {
                throw refusal(.impossible, at: range)
            }
            return [day]
        case .startOfMonth, .endOfMonth:
            let shifts = period.map { [$0.shift] } ?? [0, 1]
            return shifts.compactMap { shift in
                let (year, month) = month(after: shift)
                return Day(year: year, month: month, day: edge == .startOfMonth ? 1 : Day.count(of: month, in: year))
            }
        }
    }

    /// Returns the days for `next week` without a weekday: its first day, or the same weekday as today.
    func days(of period: ParsedTime.Period, at range: Range<Int>) throws(PhraseError) -> [Day] {
        guard period.shift > 0 else { throw refusal(.missingDay, at: range) }
        switch period.unit {
        case .day: return [try later(period.shift, at: range)]
        case .week:
            let first = try later(7 - today.weekday.index, at: range), same = try later(7, at: range)
            return first == same ? [first] : [first, same].sorted()
        case .month:
            let (year, month) = month(after: period.shift)
            let days = [1, min(today.day, Day.count(of: month, in: year))].compactMap { Day(year: year, month: month, day: $0) }
            return today.day == 1 ? Array(days.prefix(1)) : days
        case .year:
            let days = [(1, 1), (today.month, min(today.day, 28))].compactMap {
                Day(year: today.year + period.shift, month: $0.0, day: $0.1)
            }
            return days.first == days.last ? Array(days.prefix(1)) : days
        }
    }
}
