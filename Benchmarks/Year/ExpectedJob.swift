import Foundation
import MezonModel
import Persistence

/// An appointment as it should stand. Its moments are the oracle's.
struct ExpectedJob {
    /// Told apart from others of its name, before and after.
    var generation: Int
    /// Seconds since 1970, ascending; for what comes once this one alone.
    var moments: [Int]
    var isOnce: Bool
    var wish: MissedRunExpectation
    /// Where it stands among the moments.
    var place = 0
    var isPaused = false
    var told = 0
    var skipped = 0

    var due: Int { moments[place] }

    /// Moments up to one: a step where an appointment is looked at.
    struct Advance: Equatable {
        var told: [Int]
        var skipped: Int
        /// Nil where it does not come again.
        var next: Int?
    }

    /// What is promised: what is not late is told of; of what is late the latest, the latest few or none, unless it is too late; what
    /// comes once is always told of.
    func passage(at now: Double) -> Advance {
        let end = moments[place...].firstIndex { Double($0) > now } ?? moments.count
        let passed = moments[place..<end]
        let next = end < moments.count ? moments[end] : nil
        if isOnce { return Advance(told: Array(passed), skipped: 0, next: nil) }
        let punctual = passed.filter { now - Double($0) <= 60 }
        let late = passed.filter { now - Double($0) > 60 }
        let wanted =
            switch wish.policy {
            case .none: late.suffix(0)
            case .latest: late.suffix(punctual.isEmpty ? 1 : 0)
            case .all: late.suffix(wish.most)
            }
        let taken = wanted.filter { moment in wish.grace.map { now - Double(moment) <= Double($0) } ?? true }
        return Advance(told: taken + punctual, skipped: passed.count - taken.count - punctual.count, next: next)
    }

    /// Nil where it is over.
    func after(_ passage: Advance) -> ExpectedJob? {
        guard let next = passage.next, let place = moments[self.place...].firstIndex(of: next) else { return nil }
        var after = self
        after.place = place
        after.told += passage.told.count
        after.skipped += passage.skipped
        return after
    }

    /// As it goes on after a pause: what came meanwhile is not made up for, but for what comes once. Nil where it does not come again.
    func resumed(at now: Double) -> ExpectedJob? {
        var resumed = self
        resumed.isPaused = false
        guard Double(due) <= now, !isOnce else { return resumed }
        guard let next = moments.firstIndex(where: { Double($0) > now }) else { return nil }
        resumed.place = next
        return resumed
    }

    /// Whether the store has it so.
    func stands(as kept: StoredJob) -> Bool {
        kept.appointment.due.timeIntervalSince1970 == Double(due) && kept.isPaused == isPaused && kept.occurred == told
            && kept.skipped == skipped && kept.appointment.note.integer == Int64(generation)
    }
}
