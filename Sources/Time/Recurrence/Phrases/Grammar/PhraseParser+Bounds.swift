import ChatModel

extension PhraseParser {
    /// Parses what ends or restricts a recurrence: `until june 30`, `5 times`, `for two weeks`, `except vn-holidays`, `starting monday`.
    mutating func ends(into time: inout ParsedTime) -> Bool {
        guard time.isRecurring else { return false }
        return until(into: &time) || count(into: &time) || exception(into: &time) || starting(into: &time)
    }

    private mutating func until(into time: inout ParsedTime) -> Bool {
        guard time.end == nil else { return false }
        let end: ParsedTime.Placed<ParsedTime.End>? = attempt { parser in
            guard parser.take(.until) else { return nil }
            let start = parser.index
            if let month = parser.wholeMonth() { return .init(value: .day(month, nil), range: start..<parser.index) }
            var day = ParsedTime(at: start)
            guard parser.day(into: &day) || parser.periodAlone(into: &day) else { return nil }
            _ = parser.periodAlone(into: &day)
            guard let value = day.day else { return nil }
            return .init(value: .day(value.value, day.period?.value), range: start..<parser.index)
        }
        time.end = end
        return end != nil
    }

    /// Parses `hết tháng 6`, which includes the last day of the month.
    private mutating func wholeMonth() -> ParsedDay? {
        attempt { parser in
            guard parser.tokens[..<parser.index].last?.folded == "het", parser.take(.monthWord), let month = parser.number(),
                (1...12).contains(month)
            else { return nil }
            return .date(day: month == 2 ? 28 : Day.count(of: month, in: 2000), month: month, year: nil)
        }
    }

    private mutating func periodAlone(into time: inout ParsedTime) -> Bool {
        guard time.period == nil, let period = take(Self.period) else { return false }
        time.period = .init(value: period, range: (index - 1)..<index)
        return true
    }

    /// Parses `5 times`, `for 5 times`, `trong 5 lần`, `for two weeks`.
    private mutating func count(into time: inout ParsedTime) -> Bool {
        guard time.end == nil else { return false }
        let end: ParsedTime.Placed<ParsedTime.End>? = attempt { parser in
            let isMarked = parser.take(.forSome)
            let start = parser.index
            let times: Int? = parser.attempt { parser in
                guard let count = parser.number(), parser.take(.times) else { return nil }
                return count
            }
            if let times {
                // `mỗi ngày 2 lần` is a frequency, not a total.
                if !isMarked, time.lacksClock, !time.isElapsed {
                    time.error = .init(reason: .ambiguous, range: start..<parser.index)
                }
                return .init(value: .count(times), range: start..<parser.index)
            }
            guard isMarked, let length = parser.length() else { return nil }
            return .init(value: .length(length), range: start..<parser.index)
        }
        time.end = end
        return end != nil
    }

    /// Parses one calendar name, or the words for public holidays.
    private mutating func exception(into time: inout ParsedTime) -> Bool {
        let range: Range<Int>? = attempt { parser in
            guard parser.take(.except) else { return nil }
            let start = parser.index
            if parser.exceptedDays(into: &time) { return start..<start }
            if parser.take(.holidays), parser.isAtBoundary { return start..<parser.index }
            parser.index = start
            guard parser.token()?.kind == .word else { return nil }
            parser.index += 1
            while let next = parser.token(), next.followsDirectly {
                if case .sign(let sign) = next.kind, sign != "-" || parser.token(1)?.followsDirectly != true { break }
                parser.index += 1
            }
            return start..<parser.index
        }
        guard let range else { return false }
        if !range.isEmpty { time.exceptions.append(range) }
        return true
    }

    /// Parses `except sunday`.
    private mutating func exceptedDays(into time: inout ParsedTime) -> Bool {
        var said = ParsedTime(at: index)
        let start = index
        guard day(into: &said), said.period == nil else {
            index = start
            return false
        }
        switch said.day?.value {
        case .weekdays(let days, .plain, _): time.exceptWeekdays = .init(value: days, range: start..<index)
        case .weekend: time.exceptWeekdays = .init(value: [.sat, .sun], range: start..<index)
        default: time.error = time.error ?? .init(reason: .ambiguous, range: start..<index)
        }
        return true
    }

    private mutating func starting(into time: inout ParsedTime) -> Bool {
        guard time.starting == nil else { return false }
        let day: ParsedTime.Placed<ParsedDay>? = attempt { parser in
            guard parser.take(.starting) else { return nil }
            let start = parser.index
            var day = ParsedTime(at: start)
            guard parser.day(into: &day), day.period == nil, let value = day.day else { return nil }
            return .init(value: value.value, range: start..<parser.index)
        }
        time.starting = day
        return day != nil
    }
}
