package import MezonModel

/// The times of a day at which something happens.
package enum DayTimes: Hashable, Sendable, Codable {
    /// Seconds from midnight as clocks show them, ascending; empty for that of the schedule's beginning.
    case at([Int])
    /// Seconds from midnight, ascending, as often as clocks show them: twice in a fold, and not at all in a gap. Over a change of
    /// clocks these keep their distance by the time that passes, where `at` keeps to one for each that was meant.
    case whenever([Int])
    /// Again and again in a stretch of the day: at its first moment, then whenever so many seconds have passed, up to and with its
    /// last. A stretch over midnight belongs to the day on which it begins.
    case every(seconds: Int, during: ClockRange)
}
