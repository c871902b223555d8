import MezonModel
import Scheduling

extension CompiledRule {
    /// Whether it holds where something happened. What comes by itself comes wherever that is.
    func reaches(_ facts: Facts, _ trigger: RuleTrigger) -> Bool {
        trigger.kind.isPlaceless || scope.contains(facts.channelID, of: facts.clan, facts.channel)
    }
}

extension RuleTrigger {
    /// Why it does not count at this moment, though it fires; set off by hand it always does.
    func passesOver(_ facts: Facts) -> String? {
        guard case .schedule(let schedule, _) = detail, let calendar = schedule.calendar, case .house(.due) = facts.event,
            !calendar.clocks[facts.clan].isOpen(at: facts.now)
        else { return nil }
        let time = LocalTime(facts.now, in: calendar.clocks[facts.clan].zone)
        return "\(time.day) \(time) is not in \(calendar.name)"
    }
}
