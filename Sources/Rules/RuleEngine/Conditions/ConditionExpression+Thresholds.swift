import BotConfiguration

extension ConditionExpression {
    /// The thresholds of the conditions. One that is written once and used several times is there once.
    var thresholds: [MeasuredThreshold] {
        var seen: Set<SourcePosition> = []
        return measuredThresholds.filter { seen.insert($0.threshold.position).inserted }
    }

    private var measuredThresholds: [MeasuredThreshold] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.measuredThresholds)
        case .not(let part): part.measuredThresholds
        case .condition(let condition): condition.checks.compactMap(\.threshold)
        }
    }

    /// Returns whether the conditions would hold if a threshold were met, or if it were not.
    func holds(_ facts: Facts, if threshold: ConditionThreshold, isMet: Bool) -> Bool {
        switch self {
        case .all(let parts): parts.allSatisfy { $0.holds(facts, if: threshold, isMet: isMet) }
        case .any(let parts): parts.contains { $0.holds(facts, if: threshold, isMet: isMet) }
        case .not(let part): !part.holds(facts, if: threshold, isMet: isMet)
        case .condition(let condition):
            condition.checks.allSatisfy { check in
                check.threshold?.threshold.position == threshold.position ? isMet : check.decide(facts).holds
            }
        }
    }
}
