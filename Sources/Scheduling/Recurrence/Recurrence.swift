package import Foundation
package import MezonModel

/// When something comes again and again. Whatever notation it was written in (cron, a phrase, an RRULE), this is what it means.
///
/// A `Schedule` gives it a zone and a beginning; of that it takes what was left open: a rule of days without a time has the time of
/// the beginning, a rule of months without a day its day.
package struct Recurrence: Hashable, Sendable, Codable {
    package enum Cadence: Hashable, Sendable, Codable {
        /// At the beginning, and not again.
        case once
        /// At times that clocks show, on the days of any of the rules.
        case days([DayRule], at: DayTimes)
        /// After lengths of time that have passed, whatever clocks show.
        case elapsed(ElapsedInterval)
    }

    package enum End: Hashable, Sendable, Codable {
        /// After so many times; those that an exception leaves out count, too, as RFC 5545 has it.
        case count(Int)
        /// With the end of a day of the schedule's zone.
        case day(Day)
        /// Clocks show it for the last time.
        case time(CivilTime)
        case instant(Date)
    }

    package var rhythm: Cadence
    package var end: End?

    package init(_ rhythm: Cadence, end: End? = nil) {
        self.rhythm = rhythm
        self.end = end
    }

    /// More would make the search for the last one long.
    package static let greatestCount = 10_000
    package static let greatestInterval = 10_000
}
