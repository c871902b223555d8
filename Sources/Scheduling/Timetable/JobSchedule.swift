package import Foundation

/// A schedule with what becomes of moments that pass while nobody is there, as one text that can be kept.
package struct JobSchedule: Hashable, Sendable {
    package var schedule: Schedule
    package var missed: MissedRunPolicy

    /// - Parameter missed: without it the latest of them stands for all, however late.
    package init(_ schedule: Schedule, missed: MissedRunPolicy = .usual) {
        self.schedule = schedule
        self.missed = missed
    }

    /// What becomes of an appointment when it is looked at.
    package struct Advance: Hashable, Sendable {
        /// The moments that are told of, the earliest first.
        package var told: [Date]
        /// How many are left out.
        package var skipped: Int
        /// The first moment to come; nil where there is none.
        package var next: Date?
    }

    /// The next moment after another, or `nil` if it never comes again.
    package func next(after moment: Date) -> Date? { schedule.next(after: moment) }

    /// What becomes of the moments from the one that stands to the one that is now. The next is always after now.
    ///
    /// - Parameter due: the earliest moment of which nobody was told; not after `now`.
    package func passage(from due: Date, at now: Date) -> Advance {
        let settlement = missed.settlement(of: schedule, after: due.addingTimeInterval(-1), at: now)
        return Advance(
            told: settlement.runs.map(\.due), skipped: settlement.skipped, next: schedule.next(after: max(due, now)))
    }
}

extension MissedRunPolicy {
    package static var usual: MissedRunPolicy { MissedRunPolicy(.fireOnce) }
}
