import ChatModel

extension PhraseParser {
    /// Parses a whole time from here on, with its parts in any order; `nil` if none begins here.
    mutating func time() -> ParsedTime? {
        attempt { parser in
            var time = ParsedTime(at: parser.index)
            // No time has more parts than this.
            for _ in 0..<16 {
                let before = parser.index
                if before > time.range.lowerBound { parser.takeJoint() }
                guard parser.part(of: &time) else {
                    parser.index = before
                    break
                }
                time.range = time.range.lowerBound..<parser.index
            }
            return time.range.isEmpty ? nil : time
        }
    }

    private mutating func takeJoint() { _ = takeSign(",") }

    private mutating func part(of time: inout ParsedTime) -> Bool {
        if weekdayThatIsNone(into: &time) || lead(into: &time) { return true }
        return recurrence(into: &time) || lunar(into: &time) || ahead(into: &time) || window(into: &time) || ends(into: &time)
            || clocks(into: &time) || vague(into: &time) || day(into: &time) || partOfDay(into: &time) || period(into: &time)
            || zone(into: &time)
    }

    private mutating func ahead(into time: inout ParsedTime) -> Bool {
        guard time.delay == nil, time.recurrence == nil, time.day == nil else { return false }
        let start = index
        guard time.clocks.isEmpty else { return daysAhead(into: &time) }
        let isMarked = take(.within, .after)
        _ = take(.exactly)
        guard var length = length() else {
            index = start
            return false
        }
        if isMarked {
            let isAfter = tokens[start].folded == "sau" || tokens[start].folded == "after"
            if take(.more) { length.asClock = nil }
            // `sau 5 giờ chiều` means after five o'clock.
            if isAfter, length.asClock != nil,
                sees(where: {
                    if case .part = $0 { true } else if case .partOfToday = $0 { true } else { $0 == .am || $0 == .pm }
                })
            {
                index = start
                return take(.after) && clocks(into: &time)
                    || {
                        index = start; return false
                    }()
            }
            // Up to twelve hours are a plausible duration; seventeen are rather a time of day.
            if length.asClock?.form != .wholeDay || !isAfter || length.asClock?.hour == 0 { length.asClock = nil }
        } else if take(.more) {
            length.asClock = nil
        } else if length.isOfDays, take(.fromToday) {
            length.isFromToday = true
        } else if takeAgo() {
            time.error = time.error ?? .init(reason: .past, range: start..<index)
        } else {
            // A duration alone is a time only if nothing else can be meant.
            guard isBareLength(length, from: start) else {
                index = start
                return false
            }
        }
        time.delay = .init(value: length, range: start..<index)
        return true
    }

    /// Parses `at 11:00 in 6 days`.
    private mutating func daysAhead(into time: inout ParsedTime) -> Bool {
        guard time.period == nil, time.partOfDay == nil else { return false }
        let start = index
        let length: ParsedDuration? = attempt { parser in
            let isMarked = parser.take(.within, .after)
            guard let length = parser.length(), length.isOfDays, parser.take(.more) || isMarked else { return nil }
            return length
        }
        guard let length else { return false }
        time.delay = .init(value: length, range: start..<index)
        return true
    }

    private mutating func takeAgo() -> Bool {
        attempt { parser in
            guard parser.take(.ago) else { return nil }
            return true
        } ?? false
    }

    /// Returns a Boolean value that indicates whether a text such as `2h` or `2h30p` may be a duration or a time of day, which leads to a
    /// question.
    private func isBareLength(_ length: ParsedDuration, from start: Int) -> Bool {
        guard length.asClock != nil, length.range.count <= 4 else { return false }
        let endsInMinutes = tokens[length.range.upperBound - 1].folded.hasPrefix("p") && length.asClock?.hour != 0
        let isCompact = tokens[length.range.dropFirst()].allSatisfy(\.followsDirectly)
        let isClock = sees { term in
            switch term {
            case .part, .partOfToday, .day, .dayWord, .weekdayWord: true
            default: false
            }
        }
        return endsInMinutes && isCompact && !isClock && length.range.count == 4
            || isEnglish && length.range.count == 2 && tokens[start + 1].text == "h"
    }

    private mutating func clocks(into time: inout ParsedTime) -> Bool {
        guard time.clocks.isEmpty, time.window == nil, var clock = clock() else { return false }
        time.clocks = [clock]
        for _ in 0..<11 {
            let next: ParsedClockTime? = attempt { parser in
                guard parser.takeSign(",", "&") || parser.take(.and) else { return nil }
                _ = parser.take(.and)
                return parser.clock()
            }
            guard let next else { break }
            clock = next
            time.clocks.append(clock)
        }
        return true
    }

    /// Parses `between 9:00 and 17:00`, `từ 9h đến 17h`.
    mutating func window(into time: inout ParsedTime) -> Bool {
        guard time.window == nil, case .elapsed = time.recurrence?.value else { return false }
        let window: ParsedTime.Placed<ParsedTime.Window>? = attempt { parser in
            guard parser.take(.between, .from) else { return nil }
            let start = parser.index
            guard let from = parser.clock() ?? parser.bareHour(), parser.take(.and, .through) || parser.takeSign("-", "–"),
                let to = parser.clock() ?? parser.bareHour()
            else { return nil }
            return .init(value: .init(from: from, to: to), range: start..<parser.index)
        }
        time.window = window
        return window != nil
    }

    mutating func bareHour() -> ParsedClockTime? {
        attempt { parser in
            let start = parser.index
            guard let hour = parser.digits(), parser.isAtBoundary else { return nil }
            return ParsedClockTime(
                hour: hour.value, minute: 0, form: hour.value > 12 ? .wholeDay : .bare, range: start..<parser.index)
        }
    }

    private mutating func partOfDay(into time: inout ParsedTime) -> Bool {
        guard time.partOfDay == nil else { return false }
        let start = index
        if time.day == nil, let part = take({ if case .partOfToday(let part) = $0 { part } else { nil } }) {
            time.partOfDay = .init(value: part, range: start..<index)
            time.day = .init(value: .offset(0), range: start..<index)
            return true
        }
        _ = take(.on, .at)
        guard let part = take({ if case .part(let part) = $0 { part } else { nil } }) else {
            index = start
            return false
        }
        time.partOfDay = .init(value: part, range: (index - 1)..<index)
        return true
    }

    private mutating func period(into time: inout ParsedTime) -> Bool {
        guard time.period == nil else { return false }
        let start = index
        if time.day != nil { _ = take(.of) || take(.about) }
        if take(.pastWeek) {
            time.error = time.error ?? .init(reason: .past, range: (time.day?.range.lowerBound ?? start)..<index)
            return true
        }
        guard let period = take(Self.period) else {
            index = start
            return false
        }
        time.period = .init(value: period, range: start..<index)
        return true
    }

    private mutating func lunar(into time: inout ParsedTime) -> Bool {
        let before = index
        let isNumbered = number() != nil
        let start = index
        if take(.lunar) {
            // On its own it is an ordinary word.
            guard isNumbered || !time.range.isEmpty else {
                index = before
                return false
            }
            time.error = .init(reason: .lunar, range: start..<index)
            return true
        }
        index = before
        guard take(.lunarDay) else { return false }
        let isFull = tokens[index - 1].folded == "ram" || tokens[index - 1].folded == "thua"
        if !isFull, time.day == nil, time.period == nil, let day = dayOfNamedMonth(from: before) {
            (time.day, time.period) = (day.day, day.period)
            return true
        }
        guard isFull || number() != nil else {
            index = before
            return false
        }
        time.error = .init(reason: .lunar, range: before..<index)
        return true
    }

    /// Parses `mùng 5 tháng sau`: a month counted from the current one belongs to the solar calendar.
    private mutating func dayOfNamedMonth(
        from start: Int
    ) -> (day: ParsedTime.Placed<ParsedDay>, period: ParsedTime.Placed<ParsedTime.Period>)? {
        attempt { parser in
            guard let number = parser.number() else { return nil }
            let month = parser.index
            guard let period = parser.take(Self.period), period.unit == .month, parser.index > month + 1, !parser.sees(.lunar)
            else { return nil }
            // Without diacritics, `thang sau` means June or next month.
            guard parser.isMarked || parser.tokens[parser.index - 1].text != "sau" else { return nil }
            return (
                .init(value: .ofMonth([number]), range: start..<month), .init(value: period, range: month..<parser.index)
            )
        }
    }

    /// Detects an impossible weekday, such as `thứ 8`.
    private mutating func weekdayThatIsNone(into time: inout ParsedTime) -> Bool {
        let start = index
        guard token()?.text == "thứ", take(.weekdayWord), let digits = digits(), ParsedDay.weekday(digits.value) == nil else {
            index = start
            return false
        }
        time.error = time.error ?? .init(reason: .impossible, range: start..<index)
        return true
    }

    private mutating func vague(into time: inout ParsedTime) -> Bool {
        let start = index
        if take(.yesterday) {
            time.error = time.error ?? .init(reason: .past, range: (time.day?.range.lowerBound ?? start)..<index)
            return true
        }
        guard time.range.isEmpty else { return false }
        _ = take(.within)
        guard take(.vague) else {
            index = start
            return false
        }
        let words = index
        _ = take(.more)
        time.error = .init(reason: .vague, range: (tokens[start].text == "in" ? start + 1 : start)..<words)
        return true
    }
}
