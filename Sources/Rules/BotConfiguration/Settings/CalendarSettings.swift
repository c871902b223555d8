package import ChatModel
package import Foundation
package import Recurrence

/// A named period such as working time: hours of certain days, without holidays.
package struct CalendarSettings: Named {
    package static let noun = "calendar"

    package var name: String
    package var position: SourcePosition
    /// The hours; empty for the whole day. Hours across midnight belong to the day on which they begin.
    package var hours: [ClockRange]
    package var days: Set<Weekday>
    package var except: ScheduleExceptions
    /// The time zone; `nil` for the bot's.
    package var timeZone: TimeZone?
}

extension CalendarSettings {
    init?(_ entry: ConfigNode.Entry, lists: Lists, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a calendar", diagnostics) else { return nil }
        hours =
            (map.take("hours", "Times of day: \"08:30-12:00\" (default: the whole day).")?
            .list(orSingle: true, diagnostics) ?? []).compactMap { ClockRange($0, diagnostics) }
        let days = map.take("days", "Days of the week (default: all).")?.list(orSingle: true, diagnostics)?
            .compactMap { $0.choice(Weekday.self, "a day of the week", code: "unknown-day", diagnostics) }
        let except = map.take("except", "One or more lists of kind calendar with days to exclude.")
            .map { lists.exceptions($0, diagnostics) }
        timeZone = map.take("tz", "The time zone, for example Asia/Ho_Chi_Minh.")?.timeZone(diagnostics)
        map.finish()
        name = entry.key
        position = entry.keyPosition
        self.days = Set(days ?? Weekday.allCases)
        self.except = except ?? .none
    }
}
