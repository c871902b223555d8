import BotConfiguration

/// The change of a counter, for rules that are triggered when it crosses a threshold.
struct CounterChange: Hashable, Sendable {
    var name: String
    var before: Int
    var after: Int

    func fires(_ trigger: RuleTrigger) -> Bool {
        guard case .crossing(let counter, let comparison, let isRising) = trigger.detail, counter == name,
            isRising ? after > before : after < before
        else { return false }
        return !comparison.holds(before) && comparison.holds(after)
    }
}

extension RuleTrigger {
    /// Returns whether changes of a counter may fire the trigger.
    func isAbout(counter: String) -> Bool {
        guard case .crossing(counter, _, _) = detail else { return false }
        return true
    }
}
