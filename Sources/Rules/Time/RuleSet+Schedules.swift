package import Foundation
package import MezonModel
import Scheduling

/// What an edition asks to be kept in mind as long as it is in force.
package struct RuleAppointment: Hashable, Sendable {
    /// `rule:standup`
    package var author: String
    /// Its `due` is the next moment.
    package var appointment: Appointment
    /// Whether no moment is to come: one that is kept and was not told of yet still stands.
    package var isOver: Bool
}

extension RuleSet {
    /// What its schedules ask for, seen from a moment. A rule that is disabled asks for nothing.
    package func appointments(after now: Date) -> [RuleAppointment] {
        rules.filter { $0.mode != .disabled }.flatMap { rule in
            rule.triggers.compactMap { trigger -> RuleAppointment? in
                guard case .schedule(let schedule, _) = trigger.detail else { return nil }
                let next = schedule.timetable.next(after: now)
                return RuleAppointment(
                    author: rule.author,
                    appointment: Appointment(
                        trigger.appointmentName, due: next ?? now, timetable: schedule.timetable.notation,
                        clan: rule.scope.exampleClan ?? 0, channel: rule.scope.onlyChannel ?? 0),
                    isOver: next == nil)
            }
        }
    }
}

extension RuleTrigger {
    /// What its moments are called.
    var appointmentName: String { id == kind.rawValue ? id : "\(kind.rawValue).\(id)" }
}
