package import BotConfig
package import Foundation
package import MezonModel
import Scheduling

/// What an edition asks to be kept in mind as long as it is in force.
package struct RuleJob: Hashable, Sendable {
    /// `rule:standup`
    package var author: String
    /// Its `due` is the next moment.
    package var appointment: ScheduledJob
    /// Whether no moment is to come: one that is kept and was not told of yet still stands.
    package var isOver: Bool
}

extension RuleSet {
    /// What its schedules ask for, seen from a moment. A rule that is disabled asks for nothing.
    package func appointments(after now: Date) -> [RuleJob] {
        rules.filter { $0.mode != .disabled }.flatMap { rule in
            rule.triggers.compactMap { trigger -> RuleJob? in
                guard case .schedule(let schedule, _) = trigger.detail else { return nil }
                let next = schedule.timetable.next(after: now)
                return RuleJob(
                    author: rule.author,
                    appointment: ScheduledJob(
                        trigger.appointmentName, due: next ?? now, timetable: schedule.timetable.notation,
                        clan: rule.scope.exampleClan ?? 0, channel: rule.scope.onlyChannel ?? 0),
                    isOver: next == nil)
            }
        }
    }
}

extension RuleSet {
    private static let lookedAt = 100  // Moments, for one inside a calendar.

    /// Schedules of which nothing is to come any more, or nothing that counts.
    package func idleSchedules(after now: Date) -> [Diagnostic] {
        rules.filter { $0.mode != .disabled }.flatMap { rule in
            rule.triggers.compactMap { trigger -> Diagnostic? in
                guard case .schedule(let schedule, _) = trigger.detail else { return nil }
                var next = schedule.timetable.next(after: now)
                guard next != nil else {
                    return Diagnostic(
                        .warning, "never-comes", "no moment of '\(rule.id)' is to come any more", at: rule.place,
                        suggestion: "look at its end, its 'at' and its 'except', or remove it")
                }
                guard let calendar = schedule.calendar else { return nil }
                for _ in 0..<Self.lookedAt {
                    guard let moment = next else { break }
                    if calendar.clocks[rule.scope.exampleClan ?? 0].isOpen(at: moment) { return nil }
                    next = schedule.timetable.next(after: moment)
                }
                return Diagnostic(
                    .warning, "never-comes", "the next moments of '\(rule.id)' are all outside \(calendar.name)", at: rule.place,
                    suggestion: "choose another time, or leave 'calendar' out")
            }
        }
    }
}

extension RuleTrigger {
    /// What its moments are called.
    var appointmentName: String { id == kind.rawValue ? id : "\(kind.rawValue).\(id)" }
}
