import ChatModel

extension CompiledRule {
    /// Measures what the thresholds of the rule are compared with, where nothing else decides whether its conditions hold.
    func readings(_ facts: Facts) -> [ThresholdReading] {
        guard case .message = facts.event, let when else { return [] }
        return thresholds.compactMap { measured in
            let holds = when.holds(facts, if: measured.threshold, isMet: true)
            guard holds != when.holds(facts, if: measured.threshold, isMet: false), let value = measured.value(facts),
                value.isFinite
            else { return nil }
            return ThresholdReading(
                rule: id, threshold: measured.threshold, value: value, isNegated: !holds,
                window: measured.window.map { (facts.windowSubject($0.per), $0.within) })
        }
    }
}
