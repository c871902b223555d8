package import Foundation

/// A past time as people write it: an age such as `7d`, a day, a day with a time such as `2026-01-07 10:00`, or an ISO 8601 time.
package enum PastTime: Hashable, Sendable {
    case ago(seconds: Int)
    case at(Date)

    /// - Parameter zone: The time zone of days, which begin at midnight, and of times without a zone.
    package init?(_ text: String, in zone: TimeZone) {
        let day = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
        let time = day.dateTimeSeparator(.space).time(includingFractionalSeconds: false)
        if let seconds = DurationText.seconds(text[...]) {
            self = .ago(seconds: seconds)
        } else if let date = Self.zonedDate(text) ?? Self.date(text, time) ?? Self.date(text + ":00", time)
            ?? Self.date(text, day)
        {
            self = .at(date)
        } else {
            return nil
        }
    }

    private static func zonedDate(_ text: String) -> Date? {
        let local = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().time(includingFractionalSeconds: false)
        guard date(String(text.prefix(19)), local) != nil else { return nil }
        return try? Date(text, strategy: .iso8601)
    }

    /// Foundation reads `2026-01-07 25:00:00` as a time of the next day, which is refused here.
    private static func date(_ text: String, _ style: Date.ISO8601FormatStyle) -> Date? {
        guard let date = try? Date(text, strategy: style), date.formatted(style) == text else { return nil }
        return date
    }

    package func date(before now: Date) -> Date {
        switch self {
        case .ago(let seconds): now.addingTimeInterval(-Double(seconds))
        case .at(let date): date
        }
    }
}
