import BotKit
import ChatModel
import Foundation

extension SystemEvent.Occurrence {
    private static let maxPunctualDelay = Duration.seconds(60)
    private static let mark = "postponed"

    /// A Boolean value that indicates whether the job ran so late that events from the meantime may still be missing.
    var isLate: Bool { lateness > Self.maxPunctualDelay }
    fileprivate var isPostponed: Bool { job.note.object?[Self.mark] != nil }

    /// Returns the job for a second attempt at a later time.
    fileprivate func postponed(until due: Date) -> ScheduledJob {
        var later = job
        later.due = due
        var note = later.note.object ?? [:]
        note[Self.mark] = .bool(true)
        later.note = .object(note)
        return later
    }
}

extension RuleEvaluation {
    /// The time in seconds that a late job waits for backfilled events.
    private static let backfillDelay = 180.0

    /// Postpones a late job once. Returns whether it was postponed.
    mutating func postponeForBackfill(_ rule: CompiledRule, _ occurrence: SystemEvent.Occurrence) -> Bool {
        guard occurrence.isLate, !occurrence.isPostponed else { return false }
        decision.results.append(
            AuthorResult(
                author: rule.author, actions: [.schedule(occurrence.postponed(until: facts.now + Self.backfillDelay))],
                reason: "it is late: messages from the meantime may still arrive"))
        return true
    }
}
