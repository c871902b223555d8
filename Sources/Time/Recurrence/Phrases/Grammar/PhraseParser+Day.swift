import ChatModel

extension PhraseParser {
    /// Parses a day given by a word, a weekday or a date; its token range includes the words that belong to it.
    mutating func day(into time: inout ParsedTime) -> Bool {
        let before = index
        let hasMarker = take(.on) || take(.at)
        let start = index
        if let date = date() {
            if case .weekdays(let days, _, false)? = time.day?.value, days.count == 1, let weekday = days.first,
                let day = time.day
            {
                time.weekday = .init(value: weekday, range: day.range)
                time.day = .init(value: date, range: day.range.lowerBound..<index)
                return true
            }
            guard time.day == nil else {
                index = before
                return false
            }
            time.day = .init(value: date, range: start..<index)
            // Without diacritics, `thang sau` means June or next month.
            if !isMarked, tokens[index - 1].text == "sau" {
                time.error = time.error ?? .init(reason: .ambiguous, range: start..<index)
            }
            return true
        }
        guard time.day == nil,
            let day = offsetDay() ?? weekdays(every: time.recurrence != nil) ?? ordinalDay(marked: hasMarker) ?? edge()
        else {
            index = before
            return false
        }
        time.day = .init(value: day, range: start..<index)
        readShift(into: &time)
        return true
    }

    /// Parses `tomorrow` or `mai`, but not the capitalized name Mai.
    private mutating func offsetDay() -> ParsedDay? {
        attempt { parser in
            let isName = parser.token()?.isCapitalised == true && parser.index > 0 && !parser.isAllCaps
            let start = parser.index
            guard let offset = parser.take({ if case .day(let offset) = $0 { offset } else { nil } }) else { return nil }
            let isAlone = parser.index - start == 1
            // `mot` usually means one, except in `sang mot` and `mot 10h`.
            if isAlone, parser.tokens[start].text == "mot" {
                let isBesideTime =
                    parser.at(start).sees(-1, where: \.isPart) || parser.token()?.isNumber == true || parser.sees(where: \.isTime)
                guard isBesideTime else { return nil }
            }
            let isMai = isAlone && parser.tokens[start].folded == "mai"
            return isName && isMai ? nil : .offset(offset)
        }
    }

    private mutating func ordinalDay(marked hasMarker: Bool) -> ParsedDay? {
        attempt { parser in
            if parser.take(.dayWord) || parser.takeDays() {
                guard let days = parser.monthDays({ $0.number() }) else { return nil }
                return .ofMonth(days)
            }
            let hasThe = parser.takeThe()
            guard let ordinals = parser.monthDays({ $0.ordinal() }) else { return nil }
            if let weekday = parser.weekday() {
                parser.takeOfTheMonth()
                return .nth(ordinals, weekday)
            }
            let isOfMonth = parser.takeOfTheMonth() || parser.sees { $0 == .about || $0 == .of }
            // `the second pill` is not a day.
            let isInDigits = parser.tokens[parser.index - 1].followsDirectly
            guard hasThe && isInDigits || hasMarker || isOfMonth, !ordinals.contains(-1), parser.isAtBoundary else { return nil }
            return .ofMonth(ordinals)
        }
    }

    /// A Boolean value that indicates whether the number just read counts nothing else, as in `ngày 7h30` or `ngày 2 lần`.
    private var isDayOfMonthDone: Bool {
        if case .sign(let sign)? = token()?.kind, [":", "/", "'"].contains(sign), token()?.followsDirectly == true {
            // Accepts `the 17th: …`.
            return sign == ":" && token(1)?.followsDirectly != true
        }
        return !sees { term in
            if case .unit(let unit) = term {
                unit != .month && unit != .year
            } else {
                term == .hourSign || term == .times || term == .pm || term == .am && !sees(.lunar)
            }
        }
    }

    /// Takes the beginning of `các ngày 1 và 15`.
    private mutating func takeDays() -> Bool {
        attempt { parser in parser.take(.every) && parser.take(.dayWord) ? true : nil } ?? false
    }

    private mutating func monthDays(_ read: (inout PhraseParser) -> Int?) -> [Int]? {
        guard let first = read(&self), isDayOfMonthDone else { return nil }
        var days = [first]
        for _ in 0..<30 {
            let next: Int? = attempt { parser in
                guard parser.takeSign(",", "&") || parser.take(.and) else { return nil }
                _ = parser.take(.and)
                _ = parser.take(.dayWord)
                _ = parser.takeThe()
                guard let day = read(&parser), parser.isDayOfMonthDone else { return nil }
                return day
            }
            guard let next else { break }
            days.append(next)
        }
        return days
    }

    private mutating func ordinal() -> Int? {
        attempt { parser in
            if let word = parser.takeOrdinalWord() { return word }
            guard let digits = parser.digits(), parser.takeOrdinalEnding() else { return nil }
            return digits.value
        }
    }

    mutating func takeOrdinalWord() -> Int? {
        take { term in
            if case .ordinal(let number) = term { return number > 0 ? number : nil }
            return term == .last ? -1 : nil
        }
    }

    @discardableResult
    mutating func takeOrdinalEnding() -> Bool {
        guard let next = token(), next.followsDirectly, ["st", "nd", "rd", "th"].contains(next.text) else { return false }
        index += 1
        return true
    }

    mutating func takeThe() -> Bool {
        guard token()?.text == "the" else { return false }
        index += 1
        return true
    }

    /// Takes `of the month` or `của tháng`.
    @discardableResult
    private mutating func takeOfTheMonth() -> Bool {
        attempt { parser in
            guard parser.take(.of) || parser.take(.about) else { return nil }
            guard let period: ParsedTime.Period = parser.take({ Self.period($0) }), period.unit == .month, period.shift == 0
            else {
                return nil
            }
            return true
        } ?? false
    }

    static func period(_ term: Term) -> ParsedTime.Period? {
        if case .period(let unit, let shift) = term { ParsedTime.Period(unit: unit, shift: shift) } else { nil }
    }

    private mutating func edge() -> ParsedDay? {
        attempt { parser in
            _ = parser.takeThe()
            _ = parser.take(.at)
            _ = parser.takeThe()
            if let edge = parser.take({ if case .edge(let edge) = $0 { edge } else { nil } }) { return .edge(edge) }
            guard let edge = parser.take({ if case .cardinalEdge(let edge) = $0 { edge } else { nil } }) else { return nil }
            parser.takeOfTheMonth()
            return .edge(edge)
        }
    }

    /// Parses what moves the day just read to another week or month (`cuối tháng sau`, `thứ hai đầu tuần`) or gives its place in the month.
    private mutating func readShift(into time: inout ParsedTime) {
        guard let day = time.day else { return }
        switch day.value {
        case .edge(let edge):
            if edge == .startOfMonth || edge == .endOfMonth, let month = namedMonth() {
                // The last day of February depends on the year.
                let last = month == 2 ? 29 : Day.count(of: month, in: 2000)
                if edge == .endOfMonth, month == 2 {
                    time.error = time.error ?? .init(reason: .ambiguous, range: day.range.lowerBound..<index)
                }
                time.day = .init(
                    value: .date(day: edge == .startOfMonth ? 1 : last, month: month, year: nil),
                    range: day.range.lowerBound..<index)
                return
            }
            guard edge != .endOfYear, sees(where: { $0 == .next || $0 == .coming || $0 == .this }),
                !sees(1, where: { if case .number = $0 { true } else { false } }),
                token(1)?.isNumber != true, let which = which()
            else { return }
            time.period = .init(
                value: .init(unit: edge == .startOfWeek ? .week : .month, shift: which == .this ? 0 : 1),
                range: (index - 1)..<index)
            time.day?.range = day.range.lowerBound..<index
        case .weekend:
            guard let which = which() else { return }
            if which != .this { time.period = .init(value: .init(unit: .week, shift: 1), range: (index - 1)..<index) }
            time.day?.range = day.range.lowerBound..<index
        case .weekdays(let days, _, false):
            guard days.count == 1, let weekday = days.first else { return }
            if take(.edge(.startOfWeek)) {
                time.day?.range = day.range.lowerBound..<index
            } else if let number: Int = take({ if case .ordinal(let number) = $0 { number } else { nil } }) {
                takeOfTheMonth()
                time.day = .init(value: .nth([number], weekday), range: day.range.lowerBound..<index)
            }
        default: return
        }
    }
}

extension PhraseParser {
    /// Parses the month of an edge: `of april`, or `4` after `cuối tháng`.
    private mutating func namedMonth() -> Int? {
        attempt { parser in
            if parser.token(-1)?.folded == "thang" {
                guard let month = parser.digits(), (1...12).contains(month.value), parser.isAtBoundary, parser.isDayOfMonthDone
                else { return nil }
                return month.value
            }
            _ = parser.take(.of) || parser.take(.about)
            return parser.takeMonth()
        }
    }
}

extension ParsedDay {
    static let workdays: [Weekday] = [.mon, .tue, .wed, .thu, .fri]

    /// Returns the weekday of a Vietnamese number: `thứ 2` is Monday, `thứ 7` is Saturday.
    static func weekday(_ number: Int) -> Weekday? { (2...7).contains(number) ? Weekday(index: number - 2) : nil }
}
