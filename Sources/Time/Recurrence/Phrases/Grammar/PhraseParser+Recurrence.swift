import ChatModel

extension PhraseParser {
    /// Parses a recurrence: `every day`, `every 2 weeks`, `hàng tháng`, `3 ngày một lần`, `cách ngày`, `hourly`. Days next to it are parsed
    /// separately.
    mutating func recurrence(into time: inout ParsedTime) -> Bool {
        guard time.recurrence == nil else { return false }
        let start = index
        if time.day != nil { _ = take(.of) || take(.about) }
        guard let recurrence = simpleRecurrence() ?? lengthOnce() ?? every(into: &time) else {
            index = start
            return false
        }
        time.recurrence = .init(value: recurrence, range: start..<index)
        return true
    }

    private mutating func simpleRecurrence() -> ParsedRecurrence? {
        if take(.alternateDays) { return .units(2, .day) }
        if take(.hourly) { return .elapsed(ParsedDuration(quarters: 4, of: .hour).placed(index..<index)) }
        return take { if case .each(let unit) = $0 { .units(1, unit) } else { nil } }
    }

    /// Parses `2 ngày một lần`, `20 phút 1 lần`.
    private mutating func lengthOnce() -> ParsedRecurrence? {
        attempt { parser in
            guard let length = parser.length(), parser.takeOnce() else { return nil }
            return Self.recurrence(of: length)
        }
    }

    private mutating func takeOnce() -> Bool {
        attempt { parser in
            if let digits = parser.digits() {
                guard digits.value == 1, parser.take(.times) else { return nil }
                return true
            }
            return parser.take(.once) ? true : nil
        } ?? false
    }

    private mutating func every(into time: inout ParsedTime) -> ParsedRecurrence? {
        attempt { parser in
            let start = parser.index
            guard parser.take(.every) else { return nil }
            while parser.take(.every) {}
            let recurrence = parser.counted(from: start, into: &time)
            _ = parser.takeOnce()
            return recurrence
        }
    }

    private mutating func counted(from start: Int, into time: inout ParsedTime) -> ParsedRecurrence? {
        if sees(where: \.isPart) { return .units(1, .day) }
        if take(.other) {
            if let unit = takeDayUnit() { return .units(2, unit) }
            return isDayAhead(ordinal: false) ? .ofDays(interval: 2) : nil
        }
        if take(.workdays) {
            guard time.day == nil else { return nil }
            time.day = .init(value: .weekdays(ParsedDay.workdays, which: .plain, isRepeated: true), range: (index - 1)..<index)
            return .ofDays(interval: 1)
        }
        // `mỗi ngày 2 viên` means every day, not every second of a month; `mỗi năm ngày 15/3` means every year.
        if sees(.unit(.year)), sees(1, where: { $0 == .dayWord }), token(2)?.isNumber == true, let unit = takeDayUnit(.year) {
            return .units(1, unit)
        }
        if sees(.dayWord), token(1)?.isNumber == true, let unit = takeDayUnit(.day) { return .units(1, unit) }
        if isDayAhead(ordinal: true) {
            // `every second tuesday` means every other Tuesday or the second one of each month.
            if terms().contains(where: { $0.term == .ordinal(2) }),
                sees(1, where: { if case .weekday = $0 { true } else { false } }),
                !sees(2, where: { $0 == .about || $0 == .of })
            {
                time.error = time.error ?? .init(reason: .ambiguous, range: start..<min(index + 2, tokens.count))
            }
            return .ofDays(interval: 1)
        }
        if let length = length() { return Self.recurrence(of: length) }
        if let unit = takeUnit() {
            var length = ParsedDuration(quarters: 4, of: unit)
            length.range = (index - 1)..<index
            if take(.halfMore) || takeAndHalf() {
                length = ParsedDuration(quarters: 6, of: unit)
                length.range = start..<index
            }
            return Self.recurrence(of: length)
        }
        return nil
    }

    private mutating func takeAndHalf() -> Bool {
        attempt { parser in parser.take(.and) && parser.take(.article) && parser.take(.half) ? true : nil } ?? false
    }

    /// Returns a Boolean value that indicates whether a day follows, which then recurs.
    private func isDayAhead(ordinal: Bool) -> Bool {
        var copy = self
        var time = ParsedTime(at: index)
        time.recurrence = .init(value: .ofDays(interval: 1), range: index..<index)
        guard copy.token()?.isNumber != true || copy.token(1)?.followsDirectly == true || copy.token(1)?.text == "tháng" else {
            return false
        }
        guard !copy.sees(where: { if case .day = $0 { true } else { false } }), copy.day(into: &time) else { return false }
        return true
    }

    private mutating func takeDayUnit(_ wanted: PhraseUnit? = nil) -> DayRule.Unit? {
        take { term in
            guard case .unit(let unit) = term, wanted == nil || unit == wanted else { return nil }
            return DayRule.Unit(unit)
        }
    }

    /// Days and longer units follow the calendar; shorter ones are elapsed time.
    private static func recurrence(of length: ParsedDuration) -> ParsedRecurrence {
        guard let single = length.single, let unit = DayRule.Unit(single.unit) else { return .elapsed(length) }
        return .units(single.count, unit)
    }
}

extension DayRule.Unit {
    init?(_ unit: PhraseUnit) {
        switch unit {
        case .second, .minute, .hour, .fortnight: return nil
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .year: self = .year
        }
    }
}

extension ParsedDuration {
    func placed(_ range: Range<Int>) -> ParsedDuration {
        var length = self
        length.range = range
        return length
    }
}
