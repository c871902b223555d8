package import Foundation

/// A schedule with what becomes of moments that pass while nobody is there, as one text that can be kept.
package struct Timetable: Hashable, Sendable {
    package var schedule: Schedule
    package var missed: Missed
    /// Moments are put off by up to so many seconds, each by its own: what many want at nine o'clock does not come at once.
    package var jitter: Int
    /// Sets the offsets of one apart from those of another.
    package var seed: UInt64

    package init(_ schedule: Schedule, missed: Missed = Missed(), jitter: Int = 0, seed: UInt64 = 0) {
        self.schedule = schedule
        self.missed = missed
        self.jitter = min(max(0, jitter), Self.mostJitter)
        self.seed = seed
    }

    package static let mostJitter = 3600

    /// What becomes of an appointment when it is looked at.
    package struct Passage: Hashable, Sendable {
        /// The moments that are told of, the earliest first.
        package var told: [Date]
        /// How many are left out.
        package var skipped: Int
        /// The first moment to come; nil where there is none.
        package var next: Date?
    }

    /// The next moment after another, or `nil` if it never comes again.
    package func next(after moment: Date) -> Date? {
        guard jitter > 0 else { return schedule.next(after: moment) }
        var plain = schedule.next(after: moment.addingTimeInterval(-Double(jitter)))
        while let found = plain {
            let shifted = put(off: found)
            if shifted > moment { return shifted }
            plain = schedule.next(after: found)
        }
        return nil
    }

    /// The same moment is always put off by the same.
    private func put(off moment: Date) -> Date {
        guard jitter > 0 else { return moment }
        // The finisher of SplitMix64: neighbours come out far apart.
        var bits = (seed ^ UInt64(bitPattern: Int64(moment.second))) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return moment.addingTimeInterval(Double((bits ^ (bits >> 31)) % UInt64(jitter + 1)))
    }

    /// What becomes of the moments from the one that stands to the one that is now. The next is always after now.
    ///
    /// - Parameter due: the earliest moment of which nobody was told; not after `now`.
    package func passage(from due: Date, at now: Date) -> Passage {
        var passage = Passage(told: [], skipped: 0, next: next(after: max(due, now)))
        let most = missed.policy == .fireAll ? missed.most : 1
        // Told are the latest, for they matter most; what was left out is counted, and not one by one where it is very much.
        var waiting = [due]
        var last = due
        while let moment = next(after: last), moment <= now {
            last = moment
            waiting.append(moment)
            if waiting.count > most {
                waiting.removeFirst()
                passage.skipped += 1
            }
            guard passage.skipped < Self.mostCounted else {
                waiting = schedule.latest(through: now, limit: most).filter { $0 > due }
                break
            }
        }
        for moment in waiting {
            let lateness = now.timeIntervalSince(moment)
            let isLate = missed.grace.map { lateness > $0 } ?? false || missed.policy == .skip && lateness > Missed.ontime
            if isLate { passage.skipped += 1 } else { passage.told.append(moment) }
        }
        return passage
    }

    private static let mostCounted = 100_000  // A tenth of a second's work.
}

/// What becomes of moments that pass while nobody is there.
package struct Missed: Hashable, Sendable, Codable {
    package enum Policy: String, Hashable, Sendable, Codable, CaseIterable {
        /// The latest of them is told of, and stands for all.
        case fireOnce = "fire_once"
        /// Each is told of, the latest `most` of them.
        case fireAll = "fire_all"
        /// None is.
        case skip
    }

    package var policy: Policy
    /// Seconds after which a moment is too old to be told of; nil for never.
    package var grace: Double?
    package var most: Int

    /// A moment of which somebody is told within so many seconds was not missed: a busy machine is not an absent one.
    package static let ontime = 60.0

    package init(_ policy: Policy = .fireOnce, grace: Double? = nil, most: Int = 5) {
        self.policy = policy
        self.grace = grace
        self.most = most
    }
}
