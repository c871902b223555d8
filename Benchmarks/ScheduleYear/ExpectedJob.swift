import ChatModel
import Foundation
import Storage

/// The expected state of a scheduled job, with due times from the oracle.
struct ExpectedJob {
    /// The number that distinguishes it from earlier and later jobs of the same name.
    var generation: Int
    /// The due times in seconds since 1970, ascending; one for a job that runs once.
    var moments: [Int]
    var isOnce: Bool
    var missedRuns: MissedRunExpectation
    /// The index of the next due time.
    var place = 0
    var isPaused = false
    var told = 0
    var skipped = 0

    var due: Int { moments[place] }

    /// The expected progress up to a time, when the scheduler checks the job.
    struct Advance: Equatable {
        var told: [Int]
        var skipped: Int
        /// The next due time; nil if there is none.
        var next: Int?
    }

    /// Returns the expected progress: occurrences on time are reported; of late ones the latest, the latest few or none, within the grace
    /// period; a job that runs once is always reported.
    func advance(at now: Double) -> Advance {
        let end = moments[place...].firstIndex { Double($0) > now } ?? moments.count
        let passed = moments[place..<end]
        let next = end < moments.count ? moments[end] : nil
        if isOnce { return Advance(told: Array(passed), skipped: 0, next: nil) }
        let punctual = passed.filter { now - Double($0) <= 60 }
        let late = passed.filter { now - Double($0) > 60 }
        let wanted =
            switch missedRuns.policy {
            case .none: late.suffix(0)
            case .latest: late.suffix(punctual.isEmpty ? 1 : 0)
            case .all: late.suffix(missedRuns.limit)
            }
        let taken = wanted.filter { moment in missedRuns.grace.map { now - Double(moment) <= Double($0) } ?? true }
        return Advance(told: taken + punctual, skipped: passed.count - taken.count - punctual.count, next: next)
    }

    /// Returns the job after some progress; nil if it is finished.
    func after(_ advance: Advance) -> ExpectedJob? {
        guard let next = advance.next, let place = moments[self.place...].firstIndex(of: next) else { return nil }
        var after = self
        after.place = place
        after.told += advance.told.count
        after.skipped += advance.skipped
        return after
    }

    /// Returns the job after a pause: occurrences during the pause are skipped, except for a job that runs once. Nil if there are no more.
    func resumed(at now: Double) -> ExpectedJob? {
        var resumed = self
        resumed.isPaused = false
        guard Double(due) <= now, !isOnce else { return resumed }
        guard let next = moments.firstIndex(where: { Double($0) > now }) else { return nil }
        resumed.place = next
        return resumed
    }

    /// Returns a Boolean value that indicates whether the stored job is in this state.
    func stands(as kept: StoredJob) -> Bool {
        kept.job.due.timeIntervalSince1970 == Double(due) && kept.isPaused == isPaused && kept.occurred == told
            && kept.skipped == skipped && kept.job.note.integer == Int64(generation)
    }
}
