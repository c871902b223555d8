package import Foundation

/// A schedule with its policy for missed occurrences, which can be stored as one text.
package struct JobSchedule: Hashable, Sendable {
    package var schedule: Schedule
    package var missed: MissedRunPolicy

    /// - Parameter missed: The policy; by default the latest missed occurrence runs, however late.
    package init(_ schedule: Schedule, missed: MissedRunPolicy = .default) {
        self.schedule = schedule
        self.missed = missed
    }

    /// The progress of a scheduled job from its due occurrence to now.
    package struct Advance: Hashable, Sendable {
        /// The occurrences to report, the earliest first.
        package var reported: [Date]
        /// The number of occurrences that are skipped.
        package var skipped: Int
        /// The first future occurrence; nil if there is none.
        package var next: Date?
    }

    /// Returns the next occurrence after a moment; `nil` if there is none.
    package func next(after moment: Date) -> Date? { schedule.next(after: moment) }

    /// Decides about the occurrences from the due one up to now. The next one is always after now.
    ///
    /// - Parameter due: The earliest occurrence that was not reported; not after `now`.
    package func advance(from due: Date, at now: Date) -> Advance {
        let settlement = missed.resolve(schedule, after: due.addingTimeInterval(-1), at: now)
        return Advance(
            reported: settlement.runs.map(\.due), skipped: settlement.skipped, next: schedule.next(after: max(due, now)))
    }
}

extension MissedRunPolicy {
    package static var `default`: MissedRunPolicy { MissedRunPolicy(.fireOnce) }
}
