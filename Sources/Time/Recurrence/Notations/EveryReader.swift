import ChatModel

/// Parses a phrase clause by clause.
struct EveryReader {
    private var words: PhraseWords
    private var phrase = EveryPhrase()

    init(_ text: String) { words = PhraseWords(text) }

    mutating func recurrence() throws(ScheduleSyntaxError) -> Recurrence {
        _ = words.take("every", "each")
        try readSubject()
        while let clause = words.next {
            guard phrase.clauses.insert(clause.text).inserted || !PhraseLexicon.clauses.contains(clause.text) else {
                throw clause.error("'\(clause.text)' is given twice")
            }
            switch clause.text {
            case "at": try readTimes()
            case "between", "from": try readStretch()
            case "on": try readDays()
            case "until": try readUntil()
            case "for": try readCount()
            default:
                throw clause.unknown(
                    "'\(clause.text)' is not understood here", among: PhraseLexicon.clauses,
                    else: ClockText.minutes(clause.text[...]) == nil ? nil : "write at \(clause.text)")
            }
        }
        return try phrase.recurrence(within: words.columns)
    }

    /// Parses the subject: a duration, days of the week, or a unit of the calendar.
    private mutating func readSubject() throws(ScheduleSyntaxError) {
        if let first = words.next, first.text == "other" {
            let unit = words.following?.text ?? "days"
            throw first.error("'other' is not supported", suggestion: "write 2 \(unit.hasSuffix("s") ? unit : unit + "s")")
        }
        if let set = weekdays(), !set.isEmpty {
            phrase.subject = .weekdays(set)
            return
        }
        let ordinals = words.list(PhraseLexicon.ordinal)
        if !ordinals.isEmpty { return try readPlaces(ordinals) }
        let number = words.next?.number
        if number != nil { words.advance() }
        if let unit = words.take(PhraseLexicon.unit) {
            guard case let count = number ?? 1, (1...Recurrence.maxInterval).contains(count) else {
                throw ScheduleSyntaxError(
                    "the interval is out of range", at: words.columns, suggestion: "write 1 to \(Recurrence.maxInterval)")
            }
            phrase.subject = .calendar(unit, count)
            return
        }
        try readLength(number)
    }

    /// Parses `2nd and 4th tuesday of the month`, `last day of march`, `first weekday`.
    private mutating func readPlaces(_ ordinals: [Int]) throws(ScheduleSyntaxError) {
        phrase.subject = .calendar(.month, 1)
        phrase.days = try places(ordinals, isSubject: true)
        guard words.take("of") else { return }
        if words.take("the", "every", "each") {
            guard words.take("month") else { throw words.unexpected("a month", among: ["month"]) }
        } else {
            phrase.months = words.list(PhraseLexicon.month)
            if phrase.months.isEmpty { throw words.unexpected("a month", among: ["the"] + PhraseLexicon.months) }
        }
    }

    /// Parses the days that ordinals select: weekdays, working days, or days of the month.
    private mutating func places(_ ordinals: [Int], isSubject: Bool) throws(ScheduleSyntaxError) -> EveryPhrase.MonthDays {
        if words.take("weekday", "workday") {
            guard ordinals.count == 1, let ordinal = ordinals.first, ordinal <= 23, ordinal != 0 else {
                throw words.unexpected("a single working day")
            }
            return .workday(ordinal)
        }
        if let weekday = words.take(PhraseLexicon.weekday) {
            guard ordinals.allSatisfy({ (-1...5).contains($0) && $0 != 0 }) else {
                throw ScheduleSyntaxError("a month has at most 5 of each weekday", at: words.columns)
            }
            return .weekdays(ordinals.map { DayRule.WeekdayPick(weekday, ordinal: $0) })
        }
        let saysDay = words.take("day")
        guard ordinals.allSatisfy({ (-1...31).contains($0) && $0 != 0 }) else {
            throw ScheduleSyntaxError("a month has at most 31 days", at: words.columns)
        }
        if isSubject, !(saysDay && ordinals == [-1]) {
            throw words.unexpected(
                "a day of the week", among: PhraseLexicon.weekdays, suggestion: "write month on the \(Self.ordinal(ordinals[0]))")
        }
        guard words.take("or") else { return .numbers(ordinals) }
        _ = words.take("the")
        guard words.take("last"), ordinals.count == 1, ordinals[0] > 28 else {
            throw words.unexpected("the last day", suggestion: "write on the 31st or last day")
        }
        _ = words.take("day")
        return .nearest(ordinals[0])
    }

    private static func ordinal(_ number: Int) -> String {
        let suffix = ["th", "st", "nd", "rd"].dropFirst(abs(number) % 10).first ?? "th"
        return number < 0 ? "last day" : "\(number)\((11...13).contains(number) ? "th" : suffix)"
    }

    /// Parses `20 minutes`, `1 hour and 30 minutes`, `hour`, `1h30m`.
    private mutating func readLength(_ first: Int?) throws(ScheduleSyntaxError) {
        var number = first
        var seconds = 0
        let start = words.columns.lowerBound
        repeat {
            if let unit = words.take(PhraseLexicon.secondsOfUnit) {
                seconds += (number ?? 1) * unit
            } else if number == nil, let word = words.next, let length = DurationText.seconds(word.text[...]) {
                if let unit = ["d": "days", "w": "weeks"][word.text.suffix(1)],
                    let count = LocatedWord.number(word.text.dropLast())
                {
                    throw word.error("a day is not always 24 hours long", suggestion: "write \(count) \(unit) at 09:00")
                }
                words.advance()
                seconds += length
            } else if let word = words.next, ["second", "seconds", "sec", "secs"].contains(word.text) {
                throw word.error("the shortest interval is one minute", suggestion: "write 1 minute")
            } else if let word = words.next, let unit = PhraseLexicon.adverbs[word.text] {
                throw word.error("'\(word.text)' is not a recurrence", suggestion: "write \(unit), as in: \(unit) at 09:00")
            } else {
                throw words.unexpected(
                    number == nil ? "a recurrence" : "a unit", among: PhraseLexicon.beginnings,
                    suggestion: "write weekday at 09:00, or 20 minutes")
            }
            number = nil
            let isJoined = words.next?.text == "and" && words.following?.number != nil
            if isJoined { words.advance() }
            number = words.take(\.number)
        } while number != nil
        guard (60...DurationText.longest).contains(seconds) else {
            throw ScheduleSyntaxError(
                seconds < 60 ? "the shortest interval is one minute" : "the longest interval is ten years",
                at: start..<words.columns.upperBound)
        }
        phrase.subject = .length(seconds)
    }

    /// Parses `monday, wednesday and friday`, `monday to friday`.
    private mutating func weekdays() -> [Weekday]? {
        let sets = words.list(PhraseLexicon.weekdaySet)
        guard let first = sets.first else { return nil }
        if sets.count == 1, first.count == 1, words.next?.text == "to" || words.next?.text == "through",
            let last = words.following.flatMap(PhraseLexicon.weekday)
        {
            words.advance()
            words.advance()
            return PhraseLexicon.stretch(first[0], last)
        }
        return Array(Set(sets.joined())).sorted()
    }

    /// The suggestion for a word that is not a time of day. Within a phrase a time has no quotes.
    private var clockHint: String {
        (words.next.map { ClockText.hint($0.text) } ?? ClockText.general).filter { $0 != "\"" }
    }

    private mutating func readTimes() throws(ScheduleSyntaxError) {
        words.advance()
        phrase.times = words.list(Self.timeOfDay).map { $0 * 60 }
        // The list ends before a word that is not a time; the author may have meant one.
        if phrase.times.isEmpty || words.next?.text == "and" || words.next?.text == "," {
            if !phrase.times.isEmpty { words.advance() }
            throw words.unexpected(
                "a time of day", suggestion: clockHint)
        }
    }

    private mutating func readStretch() throws(ScheduleSyntaxError) {
        words.advance()
        guard let start = words.take(Self.timeOfDay) else {
            throw words.unexpected(
                "a time of day", suggestion: clockHint)
        }
        guard words.take("and", "to", "until") else {
            throw words.unexpected("the end of the time window", suggestion: "write and 17:00")
        }
        guard let end = words.take(Self.clock) else {
            throw words.unexpected(
                "a time of day", suggestion: clockHint)
        }
        guard start != end else {
            throw ScheduleSyntaxError(
                "the time window ends where it begins", at: words.columns, suggestion: "write 00:00 and 24:00")
        }
        phrase.stretch = ClockRange(start: start, end: end)
    }

    private static func clock(_ word: LocatedWord) -> Int? { ClockText.minutes(word.text[...]) }

    private static func timeOfDay(_ word: LocatedWord) -> Int? { clock(word).flatMap { $0 < 24 * 60 ? $0 : nil } }

    private mutating func readDays() throws(ScheduleSyntaxError) {
        words.advance()
        _ = words.take("the")
        switch phrase.subject {
        case .calendar(.month, _):
            let numbers = words.list { PhraseLexicon.ordinal($0) ?? $0.number }
            if numbers.isEmpty {
                throw words.unexpected(
                    "a day of the month", among: ["last"], suggestion: "write the 1st, the last day, or the 2nd tuesday")
            }
            phrase.days = try places(numbers, isSubject: false)
        case .calendar(.year, _): try readDate()
        case .calendar(.week, _), .length:
            guard let set = weekdays() else {
                throw words.unexpected("a day of the week", among: PhraseLexicon.weekdays + ["weekdays"])
            }
            phrase.weekdays = set
        case .calendar(.day, _), .weekdays, nil:
            throw words.unexpected("needed: the days are already given", suggestion: "leave out 'on'")
        }
    }

    /// Parses `2 september`, `september 2nd`, `the 2nd of september`.
    private mutating func readDate() throws(ScheduleSyntaxError) {
        var month = words.take(PhraseLexicon.month)
        _ = words.take("the")
        guard let day = words.take({ $0.number ?? PhraseLexicon.ordinal($0) }) else {
            throw words.unexpected("a date", among: PhraseLexicon.months, suggestion: "write 2 september")
        }
        if month == nil {
            _ = words.take("day")
            _ = words.take("of")
            month = words.take(PhraseLexicon.month)
        }
        guard let month else { throw words.unexpected("a month", among: PhraseLexicon.months) }
        guard day == -1 || Day(year: 2000, month: month, day: day) != nil else {
            throw ScheduleSyntaxError("\(PhraseLexicon.months[month - 1]) has no day \(day)", at: words.columns)
        }
        phrase.months = [month]
        phrase.days = .numbers([day])
    }

    private mutating func readUntil() throws(ScheduleSyntaxError) {
        words.advance()
        guard let day = words.take(PhraseLexicon.day) else { throw words.unexpected("a day", suggestion: "write 2026-12-31") }
        phrase.end = .day(day)
    }

    private mutating func readCount() throws(ScheduleSyntaxError) {
        words.advance()
        let range = 1...Recurrence.maxCount
        guard let count = words.take({ word in word.number.flatMap { range.contains($0) ? $0 : nil } }) else {
            throw words.unexpected("a number", suggestion: "write for 10 times")
        }
        guard words.take("times", "time") else { throw words.unexpected("'times'", among: ["times"], suggestion: "write times") }
        phrase.end = .count(count)
    }
}
