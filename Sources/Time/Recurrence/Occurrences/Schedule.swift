import ChatModel
package import Foundation

/// A recurrence in a time zone, from a start on and without exceptions: the moments at which something is due.
///
/// Local times follow the time zone whatever its offset does: one in a gap occurs at the first valid instant after it, one in a fold at the
/// first of the two, and two that fall on the same instant are one occurrence. `whenever` times occur twice in a fold and not in a gap.
/// Intervals count elapsed time. Occurrences are whole seconds up to the end of 2099; later ones are ignored. Before 1970 the offset of
/// 1970 applies.
package struct Schedule: Sendable {
    package let recurrence: Recurrence
    package let zone: ZoneRules
    /// The first instant that may be an occurrence, from which intervals are counted.
    package let start: Date
    package let exceptions: ScheduleExceptions

    let course: Kind
    /// The last instant that may be an occurrence.
    let last: Int

    enum Kind: Sendable {
        case once(wall: Int)
        case times(DayPlan)
        case whenever(DayPlan)
        case stretches(DayPlan, seconds: Int, during: ClockRange)
        case elapsed(seconds: Int, days: DayPicker?, hours: Set<Int>)
    }

    package init(_ recurrence: Recurrence, in zone: ZoneRules, from start: Date, except exceptions: ScheduleExceptions = .none) {
        self.init(recurrence, zone, start.second, zone.civil(of: start), exceptions)
    }

    /// - Parameter start: The local time of the start; a rule without a time uses exactly this one, in a gap or not.
    package init(
        _ recurrence: Recurrence, in zone: ZoneRules, from start: CivilTime, except exceptions: ScheduleExceptions = .none
    ) {
        self.init(recurrence, zone, zone.instant(of: start).second, start, exceptions)
    }

    private init(_ recurrence: Recurrence, _ zone: ZoneRules, _ start: Int, _ wall: CivilTime, _ exceptions: ScheduleExceptions) {
        self.recurrence = recurrence
        self.zone = zone
        self.start = Date(second: start)
        self.exceptions = exceptions
        let course = Kind(recurrence.cadence, from: wall)
        self.course = course
        last = min(
            ZoneRules.end - 1,
            recurrence.end.map { OccurrenceSearch(course, zone, from: start, through: ZoneRules.end - 1).last(of: $0) }
                ?? ZoneRules.end - 1)
    }

    /// Returns the next occurrence after a moment; `nil` if there is none.
    package func next(after moment: Date) -> Date? { search.hit(after: moment.second).map { Date(second: $0.instant) } }

    /// A Boolean value that indicates whether nothing is ever due, as with 30 February or an end before the start.
    package var isEmpty: Bool { search.hit(after: start.second - 1) == nil }

    var search: OccurrenceSearch { OccurrenceSearch(course, zone, from: start.second, through: last, except: exceptions) }
}

extension Schedule: Hashable {
    package static func == (left: Schedule, right: Schedule) -> Bool {
        left.recurrence == right.recurrence && left.zone == right.zone && left.start == right.start
            && left.exceptions == right.exceptions
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(recurrence)
        hasher.combine(start)
    }
}

extension Schedule.Kind {
    init(_ cadence: Recurrence.Cadence, from wall: CivilTime) {
        switch cadence {
        case .once: self = .once(wall: wall.wall)
        case .days(let rules, .at(let times)):
            self = .times(DayPlan(rules, times: times.isEmpty ? [wall.second] : times, anchor: wall.day))
        case .days(let rules, .whenever(let times)): self = .whenever(DayPlan(rules, times: times, anchor: wall.day))
        case .days(let rules, .every(let seconds, let range)):
            self = .stretches(
                DayPlan(rules, times: [range.start * 60], anchor: wall.day), seconds: max(60, seconds), during: range)
        case .elapsed(let elapsed):
            self = .elapsed(
                seconds: max(60, elapsed.seconds), days: elapsed.days.map { DayPicker($0, anchor: wall.day) },
                hours: Set(elapsed.hours))
        }
    }
}
