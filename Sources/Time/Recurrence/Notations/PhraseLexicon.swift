import ChatModel

/// The meanings of single words in a phrase.
enum PhraseLexicon {
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
    private static let ordinals = ["first", "second", "third", "fourth", "fifth"]

    /// Returns the weekday of `monday`, `mondays` or `mon`.
    static func weekday(_ word: LocatedWord) -> Weekday? {
        let text = word.text.hasSuffix("days") ? String(word.text.dropLast()) : word.text
        let short = ["tues": 1, "wednes": 2, "thur": 3, "thurs": 3][text]
        let index = short ?? weekdays.firstIndex { $0 == text || $0.prefix(3) == text }
        return index.map { Weekday(index: $0) }
    }

    /// Returns the weekdays of `weekday`, `weekend`, `mon-fri` or `monday`.
    static func weekdaySet(_ word: LocatedWord) -> [Weekday]? {
        switch word.text {
        case "weekday", "weekdays", "workday", "workdays": return [.mon, .tue, .wed, .thu, .fri]
        case "weekend", "weekends": return [.sat, .sun]
        default:
            let ends = word.split(at: "-").compactMap(weekday)
            guard ends.count == 2, word.text.contains("-") else { return weekday(word).map { [$0] } }
            return stretch(ends[0], ends[1])
        }
    }

    /// Returns the weekdays from one to another, also across the end of the week.
    static func stretch(_ first: Weekday, _ last: Weekday) -> [Weekday] {
        (0...(last.index - first.index).flooredRest(by: 7)).map { Weekday(index: first.index + $0) }
    }

    static func month(_ word: LocatedWord) -> Int? {
        months.firstIndex { $0 == word.text || $0.prefix(3) == word.text || word.text == "sept" && $0 == "september" }
            .map { $0 + 1 }
    }

    /// Returns the number of `2nd` or `second`; -1 for `last`.
    static func ordinal(_ word: LocatedWord) -> Int? {
        if word.text == "last" { return -1 }
        if let index = ordinals.firstIndex(of: word.text) { return index + 1 }
        guard let number = LocatedWord.number(word.text.dropLast(2)), ["st", "nd", "rd", "th"].contains(word.text.suffix(2))
        else {
            return nil
        }
        return number
    }

    /// Returns the seconds of a unit of elapsed time.
    static func secondsOfUnit(_ word: LocatedWord) -> Int? {
        switch word.text {
        case "minute", "minutes", "min", "mins": 60
        case "hour", "hours", "hr", "hrs": 3600
        default: nil
        }
    }

    static func unit(_ word: LocatedWord) -> DayRule.Unit? {
        switch word.text {
        case "day", "days": .day
        case "week", "weeks": .week
        case "month", "months": .month
        case "year", "years": .year
        default: nil
        }
    }

    /// Returns the day of `2026-12-31`.
    static func day(_ word: LocatedWord) -> Day? {
        let parts = word.split(at: "-")
        guard parts.map(\.text.utf8.count) == [4, 2, 2], let year = parts[0].number, let month = parts[1].number,
            let day = parts[2].number
        else { return nil }
        return Day(year: year, month: month, day: day)
    }

    /// The words that may begin a phrase, for suggestions.
    static let beginnings =
        [
            "weekday", "weekend", "day", "week", "month", "year", "minute", "minutes", "hour", "hours", "days", "weeks", "months",
            "last",
        ]
        + weekdays
    /// The units of adverbs, for suggestions.
    static let adverbs = ["hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"]
    static let clauses = ["at", "between", "on", "until", "for"]
}
