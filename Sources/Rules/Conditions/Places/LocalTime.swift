import Foundation
import MezonModel
import Scheduling

/// A moment as a clock on the wall shows it.
struct LocalTime: Hashable, Sendable, CustomStringConvertible {
    /// Minutes from midnight.
    let minute: Int
    let day: Weekday

    init(_ moment: Date, in zone: ZoneRules) {
        let time = zone.civil(of: moment)
        minute = time.second / 60
        day = time.day.weekday
    }

    /// `09:30`
    var description: String { ClockText.text(minutes: minute) }
}
