package import ChatModel

/// The times of day of a recurrence.
package enum DayTimes: Hashable, Sendable, Codable {
    /// Local times in seconds from midnight, ascending; empty for the time of the schedule's start. Each occurs once, also in a gap or
    /// fold.
    case at([Int])
    /// Local times in seconds from midnight, ascending, as often as clocks show them: twice in a fold, and not at all in a gap. Across a
    /// clock change these keep their distance in elapsed time.
    case whenever([Int])
    /// Repetitions in a window of the day: at its start, and then after each interval of elapsed time, up to and including its end. A
    /// window over midnight belongs to the day on which it begins.
    case every(seconds: Int, during: ClockRange)
}
