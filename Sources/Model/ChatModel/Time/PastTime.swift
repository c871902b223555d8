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
        } else if let date = try? Date(text, strategy: .iso8601) {
            self = .at(date)
        } else if let date = [text, text + ":00"].lazy.compactMap({ try? Date($0, strategy: time) }).first {
            self = .at(date)
        } else if text.utf8.count == 10, let date = try? Date(text, strategy: day) {
            self = .at(date)
        } else {
            return nil
        }
    }

    package func date(before now: Date) -> Date {
        switch self {
        case .ago(let seconds): now.addingTimeInterval(-Double(seconds))
        case .at(let date): date
        }
    }
}
