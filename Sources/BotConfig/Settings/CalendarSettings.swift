package import Foundation
package import MezonModel

/// When it is time for something, such as work: hours of certain days, without holidays.
package struct CalendarSettings: Named {
    package static let noun = "calendar"

    package var name: String
    package var place: Place
    /// Empty for the whole day. Hours over midnight belong to the day on which they begin.
    package var hours: [ClockRange]
    package var days: Set<Weekday>
    package var except: [DaySpan]
    /// `nil` for the bot's.
    package var timeZone: TimeZone?

    /// Whether a moment lies within.
    ///
    /// - Parameter zone: the bot's, for a calendar without one of its own.
    package func contains(_ moment: Date, zone: TimeZone) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone ?? zone
        let parts = calendar.dateComponents([.hour, .minute, .weekday], from: moment)
        guard let today = Day(of: moment, in: calendar.timeZone), let yesterday = today.adding(-1), let hour = parts.hour,
            let minute = parts.minute, let weekday = parts.weekday.flatMap(Weekday.init(number:))
        else { return false }
        let minutes = hour * 60 + minute
        if isOpen(on: today, weekday), hours.isEmpty || hours.contains(where: { $0.containsBeforeMidnight(minute: minutes) }) {
            return true
        }
        return isOpen(on: yesterday, weekday.before) && hours.contains { $0.containsAfterMidnight(minute: minutes) }
    }

    private func isOpen(on day: Day, _ weekday: Weekday) -> Bool {
        days.contains(weekday) && !except.contains { $0.contains(day) }
    }
}

extension CalendarSettings {
    init?(_ entry: ConfigNode.Entry, lists: Lists, _ findings: Findings) {
        guard var map = MapReader(entry.value, "a calendar", findings) else { return nil }
        hours =
            (map.take("hours", "Stretches of the day: \"08:30-12:00\". Without them, the whole day.")?
            .list(orSingle: true, findings) ?? []).compactMap { ClockRange($0, findings) }
        let days = map.take("days", "Days of the week; all without it.")?.list(orSingle: true, findings)?
            .compactMap { $0.choice(Weekday.self, "a day of the week", code: "unknown-day", findings) }
        let except = map.take("except", "A list of the kind calendar: days that do not count.")
            .flatMap { lists.list($0, of: .calendar, findings) }
        timeZone = map.take("tz", "A time zone: Asia/Ho_Chi_Minh.")?.timeZone(findings)
        map.finish()
        name = entry.key
        place = entry.keyPlace
        self.days = Set(days ?? Weekday.allCases)
        self.except = except?.days ?? []
    }
}
