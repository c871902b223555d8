import ChatModel
import Recurrence

extension CompiledRule {
    /// Returns whether the rule applies to the event's channel. Triggers without a channel always apply.
    func applies(_ facts: Facts, _ trigger: RuleTrigger) -> Bool {
        trigger.kind.hasNoChannel || scope.contains(facts.channelID, of: facts.clan, facts.channel)
    }

    /// A Boolean value that indicates whether one of the triggers applies without a channel.
    var appliesWithoutChannel: Bool { triggers.contains(where: \.kind.hasNoChannel) }
}

extension RuleTrigger {
    /// Returns the reason why a scheduled run is skipped, although its trigger fired. Runs triggered by hand are never skipped.
    func skipReason(_ facts: Facts) -> String? {
        guard case .schedule(let schedule, _) = detail, let calendar = schedule.calendar, case .system(.due) = facts.event,
            !calendar.clocks[facts.clan].isOpen(at: facts.now)
        else { return nil }
        let time = LocalTime(facts.now, in: calendar.clocks[facts.clan].zone)
        return "\(time.day) \(time) is not in \(calendar.name)"
    }
}
