package import Foundation

/// The policy for occurrences that passed while the application was not running.
package struct MissedRunPolicy: Hashable, Sendable, Codable {
    package enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// Only the latest one runs, late.
        case fireOnce = "fire_once"
        /// All of them run, the oldest first.
        case fireAll = "fire_all"
        case skip
    }

    package var policy: Mode
    /// The maximum delay of a run; `nil` for no limit.
    package var grace: Duration?
    /// The maximum number of missed occurrences that run, counted from the latest.
    package var max: Int
    /// The delay up to which an occurrence counts as on time and runs whatever the policy: a scheduler is always a little late.
    package var punctual: Duration

    package init(_ policy: Mode, grace: Duration? = nil, max: Int = 5, punctual: Duration = .seconds(60)) {
        self.policy = policy
        self.grace = grace
        self.max = max
        self.punctual = punctual
    }

    /// Decides about the occurrences after the last one that was settled, up to now.
    ///
    /// If clocks stepped back before that one, there are none.
    package func resolve(_ schedule: Schedule, after last: Date, at now: Date) -> MissedRunResolution {
        guard last < now else { return MissedRunResolution(runs: [], skipped: 0, skippedAreMore: false, through: last) }
        let newest = schedule.latest(through: now, limit: Self.maxOnTime).filter { $0 > last }
        let onTime = newest.filter { now.timeIntervalSince($0) <= punctual.interval }
        // Occurrences have whole seconds, so the one before the first on-time occurrence is at least a second earlier.
        let end = onTime.first.map { $0.addingTimeInterval(-1) } ?? now
        let runs = missed(of: schedule, after: last, through: end, now, areSomeOnTime: !onTime.isEmpty) + onTime
        let (count, isWhole) = schedule.count(after: last, through: now, limit: Self.maxCounted)
        return MissedRunResolution(
            runs: runs.map { MissedRunResolution.Run(due: $0, late: .seconds(now.timeIntervalSince($0))) },
            skipped: Swift.max(0, count - runs.count), skippedAreMore: !isWhole, through: newest.last ?? last)
    }

    private func missed(
        of schedule: Schedule, after last: Date, through end: Date, _ now: Date, areSomeOnTime: Bool
    ) -> [Date] {
        let limit =
            switch policy {
            case .skip: 0
            // A run that is on time replaces the missed ones.
            case .fireOnce: areSomeOnTime ? 0 : 1
            case .fireAll: Swift.min(max, Self.maxMissed)
            }
        let late = schedule.latest(through: end, limit: limit).filter { $0 > last }
        guard let grace else { return late }
        return late.filter { now.timeIntervalSince($0) <= grace.interval }
    }

    private static let maxOnTime = 100
    private static let maxMissed = 1000
    /// A limit beyond which the exact number is not worth counting.
    private static let maxCounted = 100_000
}

/// The decision about the occurrences up to now.
package struct MissedRunResolution: Hashable, Sendable {
    package struct Run: Hashable, Sendable {
        package let due: Date
        package let late: Duration
    }

    /// The occurrences that run, the oldest first.
    package let runs: [Run]
    /// The number of occurrences that do not run.
    package let skipped: Int
    /// A Boolean value that indicates whether there are more skipped ones than were counted.
    package let skippedAreMore: Bool
    /// The latest occurrence that this settles; the next settlement begins after it.
    package let through: Date
}

extension Duration {
    var interval: TimeInterval { TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18 }
}

extension Schedule {
    /// Returns the number of occurrences, and a Boolean value that indicates whether it is complete.
    fileprivate func count(after first: Date, through last: Date, limit: Int) -> (Int, isWhole: Bool) {
        let count = due(after: first, through: last).prefix(limit + 1).reduce(0) { count, _ in count + 1 }
        return (min(count, limit), count <= limit)
    }
}
