package import Foundation

/// What becomes of moments that went by while nobody was there to act on them.
package struct MissedRunPolicy: Hashable, Sendable, Codable {
    package enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// The latest one runs, late.
        case fireOnce = "fire_once"
        /// They all run, the oldest first.
        case fireAll = "fire_all"
        case skip
    }

    package var policy: Mode
    /// What is later than this does not run any more; `nil` for never too late.
    package var grace: Duration?
    /// How many missed ones run at most, the latest of them.
    package var max: Int
    /// What is not later than this was not missed, for a scheduler is always a little late: it runs whatever the policy says.
    package var punctual: Duration

    package init(_ policy: Mode, grace: Duration? = nil, max: Int = 5, punctual: Duration = .seconds(60)) {
        self.policy = policy
        self.grace = grace
        self.max = max
        self.punctual = punctual
    }

    /// What is to be done now about the moments after the last one that was settled.
    ///
    /// If clocks stepped back behind that one, nothing is.
    package func settlement(of schedule: Schedule, after last: Date, at now: Date) -> MissedRunResolution {
        guard last < now else { return MissedRunResolution(runs: [], skipped: 0, skippedAreMore: false, through: last) }
        let newest = schedule.latest(through: now, limit: Self.mostOnTime).filter { $0 > last }
        let onTime = newest.filter { now.timeIntervalSince($0) <= punctual.interval }
        // Whole seconds: what is not after the end of punctuality is a second before it.
        let end = onTime.first.map { $0.addingTimeInterval(-1) } ?? now
        let runs = missed(of: schedule, after: last, through: end, now, areSomeOnTime: !onTime.isEmpty) + onTime
        let (count, isWhole) = schedule.count(after: last, through: now, limit: Self.mostCounted)
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
            // What runs now anyway stands for those that it is too late for.
            case .fireOnce: areSomeOnTime ? 0 : 1
            case .fireAll: Swift.min(max, Self.mostMissed)
            }
        let late = schedule.latest(through: end, limit: limit).filter { $0 > last }
        guard let grace else { return late }
        return late.filter { now.timeIntervalSince($0) <= grace.interval }
    }

    private static let mostOnTime = 100
    private static let mostMissed = 1000
    /// Counting more would take longer than the number is worth.
    private static let mostCounted = 100_000
}

/// What becomes of the moments up to now.
package struct MissedRunResolution: Hashable, Sendable {
    package struct Run: Hashable, Sendable {
        package let due: Date
        package let late: Duration
    }

    /// Those that run, the oldest first.
    package let runs: [Run]
    /// How many do not.
    package let skipped: Int
    /// Whether they are more than could be counted.
    package let skippedAreMore: Bool
    /// The latest moment that is settled by this: the next settlement begins after it.
    package let through: Date
}

extension Duration {
    var interval: TimeInterval { TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18 }
}

extension Schedule {
    /// How many moments there are, and whether these are all.
    fileprivate func count(after first: Date, through last: Date, limit: Int) -> (Int, isWhole: Bool) {
        let count = due(after: first, through: last).prefix(limit + 1).reduce(0) { count, _ in count + 1 }
        return (min(count, limit), count <= limit)
    }
}
