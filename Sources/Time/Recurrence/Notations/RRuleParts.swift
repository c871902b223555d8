import ChatModel
import Foundation

/// The parts of an RRULE by name.
struct RRuleParts {
    let columns: Range<Int>
    let start: CivilTime?
    private var values: [String: LocatedWord] = [:]

    init(columns: Range<Int>, start: CivilTime?) {
        self.columns = columns
        self.start = start
    }

    private static let names = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYMINUTE", "BYSETPOS", "WKST",
    ]
    private static let unread = ["BYSECOND", "BYWEEKNO", "BYYEARDAY"]

    mutating func add(_ word: LocatedWord) throws(ScheduleSyntaxError) {
        let sides = word.split(at: "=")
        guard let name = sides.first, sides.count == 2, let value = sides.last else {
            throw word.error("'\(word.text)' is not a part of a rule", suggestion: "write NAME=VALUE between semicolons")
        }
        let key = name.text.uppercased()
        guard !Self.unread.contains(key) else { throw name.error("\(key) is not supported") }
        guard Self.names.contains(key) else {
            throw name.unknown("'\(name.text)' is not a part of a rule", among: Self.names)
        }
        guard !value.text.isEmpty else { throw value.error("\(key) has no value") }
        guard values.updateValue(value, forKey: key) == nil else { throw word.error("\(key) is given twice") }
    }

    func recurrence() throws(ScheduleSyntaxError) -> Recurrence {
        guard let frequency = values["FREQ"] else {
            throw ScheduleSyntaxError("a rule needs FREQ", at: columns, suggestion: "write FREQ=WEEKLY;BYDAY=MO")
        }
        let interval = try values["INTERVAL"].map { word throws(ScheduleSyntaxError) in
            try number(word, in: 1...Recurrence.maxInterval)
        }
        let end = try end()
        switch frequency.text.uppercased() {
        case "YEARLY": return try days(.year, interval, end)
        case "MONTHLY": return try days(.month, interval, end)
        case "WEEKLY": return try days(.week, interval, end)
        case "DAILY": return try days(.day, interval, end)
        case "HOURLY": return try elapsed(3600, interval ?? 1, frequency, end)
        case "MINUTELY": return try elapsed(60, interval ?? 1, frequency, end)
        case "SECONDLY": throw frequency.error("the shortest interval is one minute", suggestion: "write MINUTELY")
        default:
            throw frequency.unknown(
                "'\(frequency.text)' is not a frequency",
                among: ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"])
        }
    }

    private func days(_ unit: DayRule.Unit, _ interval: Int?, _ end: Recurrence.End?) throws(ScheduleSyntaxError) -> Recurrence {
        var rule = try rule(unit)
        rule.interval = interval ?? 1
        rule.positions = try numbers("BYSETPOS", in: 1...366, orNegative: true)
        if let word = values["BYSETPOS"], !values.keys.contains(where: { $0.hasPrefix("BY") && $0 != "BYSETPOS" }) {
            throw word.error("BYSETPOS needs another BY… part")
        }
        let hours = try numbers("BYHOUR", in: 0...23)
        let minutes = try numbers("BYMINUTE", in: 0...59)
        guard !hours.isEmpty || !minutes.isEmpty else { return Recurrence(.days([rule], at: .at([])), end: end) }
        guard start != nil || hours.isEmpty == minutes.isEmpty else {
            throw ScheduleSyntaxError(
                "BYHOUR and BYMINUTE must be used together", at: (values["BYHOUR"] ?? values["BYMINUTE"])?.columns ?? columns,
                suggestion: hours.isEmpty ? "write BYHOUR too" : "write BYMINUTE=0 too")
        }
        let second = start?.second ?? 0
        let times = (hours.isEmpty ? [second / 3600] : hours).flatMap { hour in
            (minutes.isEmpty ? [second / 60 % 60] : minutes).map { hour * 3600 + $0 * 60 + second % 60 }
        }
        return Recurrence(.days([rule], at: .at(times)), end: end)
    }

    private func elapsed(
        _ unit: Int, _ interval: Int, _ frequency: LocatedWord, _ end: Recurrence.End?
    ) throws(ScheduleSyntaxError) -> Recurrence {
        if let word = values["BYSETPOS"] { throw word.error("BYSETPOS needs FREQ=DAILY or longer") }
        if let word = values["BYMINUTE"] {
            throw word.error(
                "BYMINUTE is a local time, but \(frequency.text) counts elapsed time",
                suggestion: "write FREQ=DAILY with BYHOUR and BYMINUTE")
        }
        let limits = try rule(.day)
        let isLimited = limits != DayRule(.day)
        return Recurrence(
            .elapsed(
                ElapsedInterval(
                    seconds: unit * interval, days: isLimited ? limits : nil, hours: try numbers("BYHOUR", in: 0...23))),
            end: end)
    }

    private func rule(_ unit: DayRule.Unit) throws(ScheduleSyntaxError) -> DayRule {
        var rule = DayRule(unit)
        rule.months = try numbers("BYMONTH", in: 1...12)
        rule.monthDays = try numbers("BYMONTHDAY", in: 1...31, orNegative: true)
        if unit == .week, let word = values["BYMONTHDAY"] {
            throw word.error("BYMONTHDAY cannot be used with FREQ=WEEKLY", suggestion: "write FREQ=DAILY")
        }
        rule.weekdays = try picks(unit)
        if let word = values["WKST"] { rule.weekStart = try weekday(word, word.text) }
        return rule
    }

    private func picks(_ unit: DayRule.Unit) throws(ScheduleSyntaxError) -> [DayRule.WeekdayPick] {
        var picks: [DayRule.WeekdayPick] = []
        for item in values["BYDAY"]?.split(at: ",") ?? [] {
            let weekday = try weekday(item, String(item.text.suffix(2)))
            let ordinal = item.text.dropLast(2)
            var pick = DayRule.WeekdayPick(weekday)
            if !ordinal.isEmpty {
                guard let number = Self.signed(ordinal), (1...53).contains(abs(number)) else {
                    throw item.error("'\(ordinal)' is not a position in a month or year", suggestion: "write 2TU, or -1FR")
                }
                guard unit >= .month else {
                    throw item.error("a position needs FREQ=MONTHLY or YEARLY", suggestion: "write \(item.text.suffix(2))")
                }
                pick.ordinal = number
            }
            if !picks.contains(pick) { picks.append(pick) }
        }
        return picks
    }

    private func weekday(_ word: LocatedWord, _ text: String) throws(ScheduleSyntaxError) -> Weekday {
        let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        guard let index = days.firstIndex(of: text.uppercased()) else {
            throw word.error("'\(word.text)' is not a day of the week", suggestion: "write MO, TU, WE, TH, FR, SA or SU")
        }
        return Weekday(index: index)
    }

    private func end() throws(ScheduleSyntaxError) -> Recurrence.End? {
        guard let until = values["UNTIL"] else {
            return try values["COUNT"].map { word throws(ScheduleSyntaxError) in
                .count(try number(word, in: 1...Recurrence.maxCount))
            }
        }
        if let count = values["COUNT"] { throw count.error("COUNT and UNTIL cannot be combined") }
        guard let moment = ICSDateTime(until.text) else {
            throw until.error("'\(until.text)' is not a date", suggestion: "write 20261231, or 20261231T170000Z")
        }
        switch moment {
        case .day(let day): return .day(day)
        case .time(let time): return .time(time)
        case .instant(let instant): return .instant(instant)
        }
    }

    private func numbers(
        _ name: String, in range: ClosedRange<Int>, orNegative: Bool = false
    ) throws(ScheduleSyntaxError) -> [Int] {
        var numbers: Set<Int> = []
        for item in values[name]?.split(at: ",") ?? [] {
            numbers.insert(try number(item, in: range, orNegative: orNegative))
        }
        return numbers.sorted()
    }

    private func number(
        _ word: LocatedWord, in range: ClosedRange<Int>, orNegative: Bool = false
    ) throws(ScheduleSyntaxError) -> Int {
        let number = orNegative ? Self.signed(word.text) : word.number
        guard let number, range.contains(orNegative ? abs(number) : number) else {
            let negative = orNegative ? ", or from the end -1 to -\(range.upperBound)" : ""
            throw word.error(
                "'\(word.text)' is not a valid value", suggestion: "write \(range.lowerBound) to \(range.upperBound)\(negative)")
        }
        return number
    }

    private static func signed(_ text: some StringProtocol) -> Int? {
        guard text.hasPrefix("-") || text.hasPrefix("+") else { return LocatedWord.number(text) }
        return LocatedWord.number(text.dropFirst()).map { text.hasPrefix("-") ? -$0 : $0 }
    }
}
