import BotConfig

/// A counter that was changed, for the rules that wait for it to cross a line.
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
