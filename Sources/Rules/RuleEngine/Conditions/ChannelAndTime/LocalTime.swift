import ChatModel
import Foundation
import Recurrence

/// A wall-clock time of day with its weekday.
struct LocalTime: Hashable, Sendable, CustomStringConvertible {
    /// The minutes since midnight.
    let minute: Int
    let day: Weekday

    init(_ moment: Date, in zone: ZoneRules) {
        let time = zone.civil(of: moment)
        minute = time.second / 60
        day = time.day.weekday
    }

    /// The time as `09:30`.
    var description: String { ClockText.text(minutes: minute) }
}
