import BotConfiguration

/// A condition as requirements on properties of an event.
indirect enum Formula: Sendable {
    case literal(Feature, Restriction)
    case all([Formula])
    case any([Formula])
    /// A condition of which nothing is known, not even when it holds again.
    case unknown

    static let always = Formula.all([])
    static let never = Formula.any([])

    /// The condition that holds exactly when this one does not.
    var negated: Formula {
        switch self {
        case .literal(let feature, let restriction):
            let others = restriction.complements.map { Formula.literal(feature, $0) }
            return others.count == 1 ? others[0] : .any(others)
        case .all(let parts): return .any(parts.map(\.negated))
        case .any(let parts): return .all(parts.map(\.negated))
        case .unknown: return .unknown
        }
    }

    /// Calls a function for each property that the condition reads.
    func forEachFeature(_ body: (Feature) -> Void) {
        switch self {
        case .literal(let feature, _): body(feature)
        case .all(let parts), .any(let parts): for part in parts { part.forEachFeature(body) }
        case .unknown: break
        }
    }

    /// Returns the condition without what it says of some properties.
    func forgetting(_ isForgotten: (Feature) -> Bool) -> Formula {
        switch self {
        case .literal(let feature, _): isForgotten(feature) ? .unknown : self
        case .all(let parts): .all(parts.map { $0.forgetting(isForgotten) })
        case .any(let parts): .any(parts.map { $0.forgetting(isForgotten) })
        case .unknown: self
        }
    }

    static func numbers(_ feature: Feature, _ comparison: Comparison) -> Formula {
        .literal(feature, .numbers(NumberSet(comparison)))
    }

    static func numbers(_ feature: Feature, _ set: NumberSet) -> Formula { .literal(feature, .numbers(set)) }
    static func values(_ feature: Feature, _ values: some Sequence<String>) -> Formula {
        .literal(feature, .values(ValueSet(values)))
    }
    static func truth(_ feature: Feature, _ truth: Bool) -> Formula { .literal(feature, .values(ValueSet(truth))) }
}

extension ConditionExpression {
    var formula: Formula {
        switch self {
        case .all(let parts): .all(parts.map(\.formula))
        case .any(let parts): .any(parts.map(\.formula))
        case .not(let part): part.formula.negated
        case .condition(let condition): .all(condition.checks.map(\.formula))
        }
    }
}
