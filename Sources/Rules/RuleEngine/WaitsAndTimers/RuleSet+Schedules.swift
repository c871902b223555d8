package import BotConfiguration
package import ChatModel
package import Foundation
import Recurrence

/// A job that a revision schedules while it is active.
package struct RuleJob: Hashable, Sendable {
    /// The author of the job: `rule:standup`.
    package var author: String
    /// The job; its `due` is the next occurrence.
    package var job: ScheduledJob
    /// A Boolean value that indicates whether no further occurrence follows. A stored job that is not yet handled remains valid.
    package var isOver: Bool
}

extension RuleSet {
    /// Returns the jobs of all schedules of enabled rules, as seen from a date.
    package func jobs(after now: Date) -> [RuleJob] {
        rules.filter { $0.mode != .disabled }.flatMap { rule in
            rule.triggers.compactMap { trigger -> RuleJob? in
                guard case .schedule(let schedule, _) = trigger.detail else { return nil }
                let next = schedule.schedule.next(after: now)
                return RuleJob(
                    author: rule.author,
                    job: ScheduledJob(
                        trigger.jobName, due: next ?? now, timetable: schedule.schedule.notation,
                        clan: rule.scope.exampleClan ?? 0, channel: rule.scope.onlyChannel ?? 0),
                    isOver: next == nil)
            }
        }
    }
}

extension RuleSet {
    private static let maxOccurrencesChecked = 100  // Occurrences checked against a calendar.

    /// Returns warnings for schedules without a future occurrence, or with none inside their calendar.
    package func idleSchedules(after now: Date) -> [Diagnostic] {
        rules.filter { $0.mode != .disabled }.flatMap { rule in
            rule.triggers.compactMap { trigger -> Diagnostic? in
                guard case .schedule(let schedule, _) = trigger.detail else { return nil }
                var next = schedule.schedule.next(after: now)
                guard next != nil else {
                    return Diagnostic(
                        .warning, "never-comes", "'\(rule.id)' has no future occurrence", at: rule.position,
                        suggestion: "check its end, its 'at' and its 'except', or remove it")
                }
                guard let calendar = schedule.calendar else { return nil }
                for _ in 0..<Self.maxOccurrencesChecked {
                    guard let moment = next else { break }
                    if calendar.clocks[rule.scope.exampleClan ?? 0].isOpen(at: moment) { return nil }
                    next = schedule.schedule.next(after: moment)
                }
                return Diagnostic(
                    .warning, "never-comes", "the next occurrences of '\(rule.id)' are all outside \(calendar.name)",
                    at: rule.position,
                    suggestion: "choose another time, or remove 'calendar'")
            }
        }
    }
}

extension RuleTrigger {
    /// The name of the trigger's jobs.
    var jobName: String { id == kind.rawValue ? id : "\(kind.rawValue).\(id)" }
}
