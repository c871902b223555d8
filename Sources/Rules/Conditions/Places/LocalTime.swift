import BotConfig
import Foundation
import MezonModel

/// A moment as a clock on the wall shows it.
struct LocalTime: Hashable, Sendable, CustomStringConvertible {
    /// Minutes from midnight.
    let minute: Int
    let day: Weekday

    init(_ moment: Date, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute, .weekday], from: moment)
        minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
        day = parts.weekday.flatMap(Weekday.init(number:)) ?? .mon
    }

    var dayBefore: Weekday {
        let days = Weekday.allCases
        return days[((days.firstIndex(of: day) ?? 0) + days.count - 1) % days.count]
    }

    /// `09:30`
    var description: String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
