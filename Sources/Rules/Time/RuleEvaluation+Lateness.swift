import BotKit
import Foundation
import MezonModel

extension SystemEvent.Occurrence {
    private static let punctual = Duration.seconds(60)
    private static let mark = "postponed"

    /// Whether it was noticed so late that what happened meanwhile may not be known yet.
    var isLate: Bool { lateness > Self.punctual }
    fileprivate var isPostponed: Bool { appointment.note.object?[Self.mark] != nil }

    /// The same, once more, after a while.
    fileprivate func postponed(until due: Date) -> ScheduledJob {
        var later = appointment
        later.due = due
        var note = later.note.object ?? [:]
        note[Self.mark] = .bool(true)
        later.note = .object(note)
        return later
    }
}

extension RuleEvaluation {
    /// What is late waits so long for the past to come in: something may have been said while nobody listened.
    private static let patience = 180.0

    /// Puts off what was noticed late, once; whether it did.
    mutating func waitForThePast(_ rule: CompiledRule, _ occurrence: SystemEvent.Occurrence) -> Bool {
        guard occurrence.isLate, !occurrence.isPostponed else { return false }
        conclusion.contributions.append(
            AuthorResult(
                author: rule.author, actions: [.appoint(occurrence.postponed(until: facts.now + Self.patience))],
                reason: "it is late: what was said meanwhile may still come in"))
        return true
    }
}
