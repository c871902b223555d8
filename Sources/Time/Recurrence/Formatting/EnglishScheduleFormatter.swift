package import ChatModel

package struct EnglishScheduleFormatter: ScheduleFormatter {
    package init() {}

    private static let months = PhraseLexicon.months.map(\.capitalisedWord)
    private static let weekdays = PhraseLexicon.weekdays.map(\.capitalisedWord)

    package func once(on day: Day) -> String { "once, on \(day)" }

    package func every(_ count: Int, _ unit: DayRule.Unit) -> String {
        count == 1 ? "every \(unit)" : "every \(count) \(unit)s"
    }

    package let everyWeekday = "every weekday"
    package let everyWeekendDay = "every Saturday and Sunday"

    package func every(_ weekdays: [Weekday]) -> String { "every " + and(weekdays.map(weekday)) }

    package func every(_ length: FormattedDuration) -> String {
        switch (length.hours, length.minutes) {
        case (1, 0): "every hour"
        case (0, 1): "every minute"
        default:
            "every "
                + and(
                    [(length.hours, "hour"), (length.minutes, "minute")].filter { $0.0 > 0 }.map {
                        "\($0) \($1)\($0 == 1 ? "" : "s")"
                    })
        }
    }

    package func weekday(_ weekday: Weekday) -> String { Self.weekdays[weekday.index] }

    package func weekday(_ weekday: Weekday, place: Int) -> String { "the \(self.place(place)) \(self.weekday(weekday))" }

    package func place(_ number: Int) -> String {
        switch number {
        case -1: "last"
        case ..<0: "\(ordinal(-number)) to last"
        default: ordinal(number)
        }
    }

    private func ordinal(_ number: Int) -> String {
        let suffix = ["th", "st", "nd", "rd"].dropFirst(number % 10).first ?? "th"
        return "\(number)\((11...13).contains(number % 100) ? "th" : suffix)"
    }

    package func monthDays(_ numbers: [Int]) -> String {
        "the " + and(numbers.map { $0 < 0 ? "\(place($0)) day" : ordinal($0) })
    }

    package func date(_ monthDay: Int, _ month: Int) -> String {
        monthDay < 0 ? "the \(place(monthDay)) day of \(Self.months[month - 1])" : "\(monthDay) \(Self.months[month - 1])"
    }

    package func workday(place: Int) -> String { "the \(self.place(place)) weekday" }

    package func nearest(_ monthDay: Int) -> String { "the \(ordinal(monthDay)) or the last day" }

    package func on(_ what: String) -> String { " on \(what)" }

    package func onWeekdays(_ weekdays: [Weekday]) -> String {
        weekdays == PhraseLexicon.stretch(.mon, .fri) ? " on weekdays" : " on " + and(weekdays.map { weekday($0) + "s" })
    }

    package func ofYear(_ what: String) -> String { "\(what) of the year" }

    package func inMonths(_ months: [Int]) -> String { " in " + and(months.map { Self.months[$0 - 1] }) }

    package func ifDay(_ what: String) -> String { ", if that is \(what)" }

    package func only(places: [Int]) -> String { ", of these only the " + and(places.map(place)) }

    package func or(_ first: String, _ second: String) -> String { "\(first), or \(second)" }

    package func and(_ items: [String]) -> String { items.joined(last: " and ") }

    package func any(_ items: [String]) -> String { items.joined(last: " or ") }

    package func at(_ times: [String]) -> String { " at " + and(times) }

    package func at(_ times: [String], andMoreOf count: Int) -> String {
        " at \(times.joined(separator: ", ")) and so on, \(count) times a day"
    }

    package func every(minutes: Int, from first: String, to last: String) -> String {
        " \(every(FormattedDuration(seconds: minutes * 60))) from \(first) to \(last)"
    }

    package func between(_ first: String, _ last: String) -> String { " between \(first) and \(last)" }

    package func hours(_ hours: [Int]) -> String { ", in the hours " + and(hours.map { "\($0)" }) }

    package func until(_ text: String) -> String { ", until \(text)" }

    package func times(_ count: Int) -> String { count == 1 ? ", once" : ", \(count) times" }

    package let butForExceptions = ", except on excluded dates"

    package let clockNote =
        "A time skipped by a clock change runs at the first valid moment after it; a repeated time runs once, at its first occurrence."
    package let wheneverNote =
        "This runs whenever clocks show the time: twice if a clock change repeats it, and not if it is skipped."
    package let elapsedNote = "This counts elapsed time, independent of clock changes."
    package let stretchNote =
        "A time window begins at its local time; within it, elapsed time counts, independent of clock changes."
}

extension String {
    fileprivate var capitalisedWord: String { prefix(1).uppercased() + dropFirst() }
}

extension [String] {
    /// Joins items as `a, b and c`.
    func joined(last: String) -> String {
        guard let end = self.last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + last + end
    }
}
