import ChatModel
import Recurrence

/// A trigger that fires on a schedule, given as a phrase or as
/// `schedule: { every | cron | rrule | at, tz, from, except, calendar, missed, overlap, jitter }`.
struct ScheduleTrigger: Hashable, Sendable {
    let schedule: JobSchedule
    /// The calendar outside of which runs are skipped.
    var calendar: CalendarClock?
    /// The policy for a run that is due while an earlier one is unfinished.
    var overlap = OverlapPolicy.skip
    /// The bound of the delay that spreads the runs.
    var jitter = Duration.zero
}
