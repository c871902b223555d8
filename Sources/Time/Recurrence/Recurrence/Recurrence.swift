package import ChatModel
package import Foundation

/// A recurrence, independent of the notation in which it was written (cron, a phrase, an RRULE).
///
/// A `Schedule` adds a time zone and a start, which supplies the missing parts: a rule of days without a time uses the time of the start,
/// a rule of months without a day its day.
package struct Recurrence: Hashable, Sendable, Codable {
    package enum Cadence: Hashable, Sendable, Codable {
        /// At the start only.
        case once
        /// At local times on the days that any of the rules selects.
        case days([DayRule], at: DayTimes)
        /// At intervals of elapsed time, whatever clocks show.
        case elapsed(ElapsedInterval)
    }

    package enum End: Hashable, Sendable, Codable {
        /// The end after a number of occurrences. Excepted ones count too, as in RFC 5545.
        case count(Int)
        /// The end of a day in the schedule's time zone.
        case day(Day)
        /// The last local time.
        case time(CivilTime)
        case instant(Date)
    }

    package var cadence: Cadence
    package var end: End?

    package init(_ cadence: Cadence, end: End? = nil) {
        self.cadence = cadence
        self.end = end
    }

    /// A limit for the search of the last occurrence.
    package static let maxCount = 10_000
    package static let maxInterval = 10_000
}
