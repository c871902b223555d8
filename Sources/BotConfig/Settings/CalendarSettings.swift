package import Foundation
package import MezonModel
package import Scheduling

/// A named period such as working time: hours of certain days, without holidays.
package struct CalendarSettings: Named {
    package static let noun = "calendar"

    package var name: String
    package var place: SourcePosition
    /// The hours; empty for the whole day. Hours across midnight belong to the day on which they begin.
    package var hours: [ClockRange]
    package var days: Set<Weekday>
    package var except: ScheduleExceptions
    /// The time zone; `nil` for the bot's.
    package var timeZone: TimeZone?
}

extension CalendarSettings {
    init?(_ entry: ConfigNode.Entry, lists: Lists, _ findings: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a calendar", findings) else { return nil }
        hours =
            (map.take("hours", "Times of day: \"08:30-12:00\" (default: the whole day).")?
            .list(orSingle: true, findings) ?? []).compactMap { ClockRange($0, findings) }
        let days = map.take("days", "Days of the week (default: all).")?.list(orSingle: true, findings)?
            .compactMap { $0.choice(Weekday.self, "a day of the week", code: "unknown-day", findings) }
        let except = map.take("except", "One or more lists of kind calendar with days to exclude.")
            .map { lists.exceptions($0, findings) }
        timeZone = map.take("tz", "The time zone, for example Asia/Ho_Chi_Minh.")?.timeZone(findings)
        map.finish()
        name = entry.key
        place = entry.keyPosition
        self.days = Set(days ?? Weekday.allCases)
        self.except = except ?? .none
    }
}
