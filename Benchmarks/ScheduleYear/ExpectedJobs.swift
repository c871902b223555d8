import ChatModel
import Foundation
import Storage

/// The expected scheduled jobs, and their comparison with the application's.
struct ExpectedJobs {
    private struct Reported: Hashable {
        var key: ExpectedJobKey
        var due: Double
    }

    private(set) var jobs: [ExpectedJobKey: ExpectedJob] = [:] { didSet { earliest = nil } }
    /// The earliest due time; computed again after every change.
    private var earliest: Int?
    private(set) var outcome = ScheduleYearOutcome()
    private var told: Set<Reported> = []
    private static let maxProblems = 12

    /// The expected result of one check for due jobs.
    struct Query {
        var now: Double
        var advances: [ExpectedJobKey: ExpectedJob.Advance]
    }

    mutating func nextDue() -> Int? {
        if earliest == nil { earliest = jobs.values.lazy.filter { !$0.isPaused }.map(\.due).min() }
        return earliest
    }

    mutating func look(at now: Double) -> Query {
        guard let next = nextDue(), Double(next) <= now else { return Query(now: now, advances: [:]) }
        return Query(
            now: now,
            advances: jobs.filter { !$0.value.isPaused && Double($0.value.due) <= now }.mapValues { $0.advance(at: now) })
    }

    /// Compares the reported occurrences with the expected ones.
    ///
    /// - Parameter kept: The stored jobs after a crash, which lost the check entirely, in part or not at all; nil if there was none.
    mutating func settle(_ look: Query, _ occurrences: [SystemEvent.Occurrence], after kept: [ExpectedJobKey: StoredJob]? = nil) {
        outcome.looks += 1
        var found = Dictionary(grouping: occurrences) { ExpectedJobKey(author: $0.author, name: $0.job.name) }
        noteOrder(occurrences)
        for (key, advance) in look.advances.sorted(by: { $0.key < $1.key }) {
            guard let promise = jobs[key] else { continue }
            let here = found.removeValue(forKey: key) ?? []
            let after = promise.after(advance)
            if let kept, here.isEmpty, promise.isLost(in: kept[key], unless: after) { continue }
            compare(here, advance, key, promise, at: look.now)
            jobs[key] = after
        }
        for (key, here) in found { for one in here { misplaced(one, key, "nothing was due") } }
        if let kept { check(kept) }
    }

    /// Checks that the stored jobs are exactly the expected ones.
    mutating func check(_ kept: [ExpectedJobKey: StoredJob]) {
        for (key, promise) in jobs where kept[key].map(promise.stands) != true {
            outcome.wrongStates += 1
            note("\(key) is \(kept[key].map { "\($0)" } ?? "missing"); expected due \(promise.due)")
        }
        for key in kept.keys where jobs[key] == nil {
            outcome.wrongStates += 1
            note("\(key) still exists")
        }
    }

    /// - Parameter next: The earliest due time according to the application.
    mutating func check(next: Date?) {
        let due = nextDue()
        guard next?.timeIntervalSince1970 != due.map(Double.init) else { return }
        outcome.wrongStates += 1
        note("next is \(next?.timeIntervalSince1970 ?? 0); expected \(due ?? 0)")
    }

    mutating func make(_ key: ExpectedJobKey, _ promise: ExpectedJob) { jobs[key] = promise }
    mutating func forget(_ key: ExpectedJobKey) { jobs[key] = nil }
    mutating func pause(_ key: ExpectedJobKey) { jobs[key]?.isPaused = true }

    mutating func count(_ change: (inout ScheduleYearOutcome) -> Void) { change(&outcome) }

    mutating func note(_ problem: String) {
        if outcome.problems.count < Self.maxProblems { outcome.problems.append(problem) }
    }

    /// Checks that each occurrence of the bot resulted in its message, once.
    mutating func checkEffect(of occurrence: SystemEvent.Occurrence, _ deliveries: [String]) {
        let wanted = occurrence.author == PlanningBot.author ? [PlanningBot.words(occurrence)] : []
        guard deliveries != wanted else { return }
        outcome.wrongEffects += 1
        note("\(PlanningBot.words(occurrence)) resulted in \(deliveries)")
    }

    private mutating func compare(
        _ here: [SystemEvent.Occurrence], _ advance: ExpectedJob.Advance, _ key: ExpectedJobKey, _ promise: ExpectedJob,
        at now: Double
    ) {
        outcome.due += advance.told.count + advance.skipped
        outcome.leftOut += advance.skipped
        // An occurrence that an earlier job of the same name reported is the same occurrence.
        let wanted = advance.told.filter { !told.contains(Reported(key: key, due: Double($0))) }
        var missing = Set(wanted.map(Double.init))
        for one in here {
            let due = one.job.due.timeIntervalSince1970
            guard missing.remove(due) != nil else {
                misplaced(one, key, "reported \(due); expected \(wanted)")
                continue
            }
            told.insert(Reported(key: key, due: due))
            outcome.told += 1
            if now - due > 60 { outcome.late += 1 }
            let skipped = due == Double(advance.told.first ?? 0) ? advance.skipped : 0
            guard one.at.timeIntervalSince1970 == now, one.next?.timeIntervalSince1970 == advance.next.map(Double.init),
                one.skipped == skipped, one.job.note.integer == Int64(promise.generation)
            else {
                outcome.wronglyTimed += 1
                note("\(one): expected at \(now) with \(skipped) skipped, next \(advance.next ?? 0), \(promise.generation)")
                continue
            }
        }
        outcome.lost += missing.count
        for due in missing { note("\(due) of \(key) was not reported at \(now)") }
    }

    private mutating func misplaced(_ one: SystemEvent.Occurrence, _ key: ExpectedJobKey, _ why: String) {
        if told.contains(Reported(key: key, due: one.job.due.timeIntervalSince1970)) {
            outcome.doubled += 1
        } else {
            outcome.wronglyTimed += 1
        }
        note("\(key) at \(one.at.timeIntervalSince1970): \(why)")
    }

    /// Checks the order: jobs that were due first are reported first, and the occurrences of each job in order.
    private mutating func noteOrder(_ occurrences: [SystemEvent.Occurrence]) {
        var last = 0
        var lastOfKey: [ExpectedJobKey: Double] = [:]
        for one in occurrences {
            let key = ExpectedJobKey(author: one.author, name: one.job.name)
            let due = one.job.due.timeIntervalSince1970
            if let before = lastOfKey.updateValue(due, forKey: key) {
                if before >= due { outcome.outOfOrder += 1 }
            } else if let promise = jobs[key] {
                if promise.due < last { outcome.outOfOrder += 1 }
                last = max(last, promise.due)
            }
        }
    }
}

extension ExpectedJob {
    /// Returns a Boolean value that indicates whether a check of the job was not stored.
    fileprivate func isLost(in kept: StoredJob?, unless after: ExpectedJob?) -> Bool {
        guard let kept else { return false }
        return stands(as: kept) && after.map { !$0.stands(as: kept) } ?? true
    }
}
