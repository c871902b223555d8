import ChatModel

extension Recurrence {
    /// Parses a cron expression of five fields: minute, hour, day of the month, month, day of the week; or `@daily` and the like.
    ///
    /// As in Vixie cron, a day has to match both day fields if one of them begins with `*`, and otherwise either of them. In addition, `L`
    /// is the last day of the month, `L-2` the second before it, `fri#2` or `5#2` the second Friday, `5L` the last one. A time that never
    /// occurs, such as 30 February, is an error.
    ///
    /// Across a clock change, an expression for every hour (`*`, `*/1` or `0-23`) follows elapsed time: it matches whenever clocks show its
    /// minute, again in a repeated hour, and not in a skipped one. An expression for some hours matches once for each time that it names:
    /// at the first of two, and at the end of a gap.
    package init(cron text: String) throws(ScheduleSyntaxError) {
        try LocatedWord.checkLength(text)
        var words = LocatedWord.split(text) { $0.properties.isWhitespace }
        let whole = (words.first?.columns.lowerBound ?? 0)..<(words.last?.columns.upperBound ?? 0)
        if let macro = words.first, macro.text.hasPrefix("@") {
            guard words.count == 1, let meaning = Self.macros.first(where: { $0.name == macro.text.lowercased() })?.meaning else {
                throw macro.unknown(
                    "'\(macro.text)' is not a macro", among: Self.macros.map(\.name), else: "write @daily, or five fields")
            }
            words = LocatedWord.split(meaning) { $0 == " " }
        }
        guard words.count == 5 else {
            throw ScheduleSyntaxError(
                "a cron expression has 5 fields, not \(words.count)", at: whole,
                suggestion: words.count == 6
                    ? "leave out the seconds or the year" : "write minute, hour, day of the month, month, day of the week")
        }
        var fields: [[Int]] = []
        for (field, word) in zip([CronField.minute, .hour], words) { fields.append(try field.all(word)) }
        let times = fields[1].flatMap { hour in fields[0].map { hour * 3600 + $0 * 60 } }
        let rules = try Self.rules(words[2], words[3], words[4])
        guard DayPlan(rules, times: [0], anchor: Day(sinceEpoch: 0)).day(from: 0) != nil else {
            throw ScheduleSyntaxError(
                "no day matches", at: words[2].columns.lowerBound..<words[4].columns.upperBound,
                suggestion: "write L for the last day of the month")
        }
        self.init(.days(rules, at: fields[1].count == 24 ? .whenever(times) : .at(times)))
    }

    private static let macros: [(name: String, meaning: String)] = [
        ("@yearly", "0 0 1 1 *"), ("@annually", "0 0 1 1 *"), ("@monthly", "0 0 1 * *"), ("@weekly", "0 0 * * 0"),
        ("@daily", "0 0 * * *"), ("@midnight", "0 0 * * *"), ("@hourly", "0 * * * *"),
    ]

    private static func rules(
        _ dayWord: LocatedWord, _ monthWord: LocatedWord, _ weekdayWord: LocatedWord
    ) throws(ScheduleSyntaxError) -> [DayRule] {
        var days = DayRule(.month)
        days.months = try CronField.month.all(monthWord)
        if days.months.count == 12 { days.months = [] }
        var weekdays = days
        days.monthDays = try monthDays(dayWord)
        weekdays.weekdays = try picks(weekdayWord)
        if dayWord.text.hasPrefix("*") || weekdayWord.text.hasPrefix("*") {
            days.weekdays = weekdays.weekdays
        } else if !days.monthDays.isEmpty, !weekdays.weekdays.isEmpty {
            return [days, weekdays]
        } else {
            days.monthDays = []
        }
        // Without days, a rule of months would use the day of the schedule's start.
        if days.monthDays.isEmpty, days.weekdays.isEmpty { days.unit = .day }
        return [days]
    }

    private static func monthDays(_ word: LocatedWord) throws(ScheduleSyntaxError) -> [Int] {
        var numbers: [Int] = []
        for item in word.split(at: ",") {
            let text = item.text.uppercased()
            if text == "L" {
                numbers.append(-1)
            } else if text.hasPrefix("L-"), let before = LocatedWord.number(text.dropFirst(2)), (1...30).contains(before) {
                numbers.append(-before - 1)
            } else if text.hasSuffix("W") {
                throw item.error("'W', the nearest working day, is not supported", suggestion: "write a day of the month")
            } else {
                numbers += try CronField.monthDay.numbers(item)
            }
        }
        let unique = Set(numbers)
        return unique.isSuperset(of: 1...31) ? [] : unique.sorted()
    }

    private static func picks(_ word: LocatedWord) throws(ScheduleSyntaxError) -> [DayRule.WeekdayPick] {
        var picks: [DayRule.WeekdayPick] = []
        func add(_ number: Int, _ ordinal: Int?) {
            let pick = DayRule.WeekdayPick(Weekday(index: number + 6), ordinal: ordinal)
            if !picks.contains(pick) { picks.append(pick) }
        }
        for item in word.split(at: ",") {
            let parts = item.split(at: "#")
            if parts.count == 2 {
                guard let ordinal = parts[1].number, (1...5).contains(ordinal) else {
                    throw parts[1].error(
                        "'\(parts[1].text)' is not a position in the month", suggestion: "write 1-5, or \(parts[0].text)L")
                }
                add(try CronField.weekday.number(parts[0]), ordinal)
            } else if item.text.count > 1, item.text.hasSuffix("L") || item.text.hasSuffix("l") {
                let day = LocatedWord(
                    text: String(item.text.dropLast()), columns: item.columns.lowerBound..<(item.columns.upperBound - 1))
                add(try CronField.weekday.number(day), -1)
            } else {
                for number in try CronField.weekday.numbers(item) { add(number, nil) }
            }
        }
        return picks.count == 7 && picks.allSatisfy { $0.ordinal == nil } ? [] : picks
    }
}

extension CronField {
    /// Returns the numbers of the whole field, ascending.
    fileprivate func all(_ word: LocatedWord) throws(ScheduleSyntaxError) -> [Int] {
        var all: Set<Int> = []
        for item in word.split(at: ",") { all.formUnion(try numbers(item)) }
        return all.sorted()
    }
}
