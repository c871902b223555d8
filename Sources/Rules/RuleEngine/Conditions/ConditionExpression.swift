import PatternMatching

/// A tree of conditions. A list in YAML means `all`; in `not` it means that none may hold.
indirect enum ConditionExpression: Sendable {
    case all([ConditionExpression])
    case any([ConditionExpression])
    case not(ConditionExpression)
    case condition(any RuleCondition)

    func decide(_ facts: Facts) -> ConditionResult {
        switch self {
        case .all(let parts): return .all(parts.count) { parts[$0].decide(facts) }
        case .any(let parts): return .any(parts.count) { parts[$0].decide(facts) }
        case .not(let part):
            switch part.decide(facts) {
            case .fails(let miss): return .holds(Reason("not \(miss.part)", miss.detail))
            case .holds(let reason):
                return .fails("not \(reason.part)", reason.found.text.map { "found '\($0.text)'" } ?? reason.detail)
            }
        case .condition(let condition): return condition.decide(facts)
        }
    }

    /// The parts that the results may name, as written in YAML: `text.contains`, `not time.inside`.
    var parts: [String] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.parts)
        case .not(let part): part.parts.map { "not \($0)" }
        case .condition(let condition): condition.parts
        }
    }

    /// The conditions that may decide that the whole holds, at any depth.
    var decisive: [any RuleCondition] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.decisive)
        case .not: []
        case .condition(let condition): [condition]
        }
    }

    /// The scan keys of which at least one is found whenever the condition holds; `nil` if no such set is known.
    var requiredScanKeys: Set<ScanKey>? {
        switch self {
        case .all(let parts): return parts.compactMap(\.requiredScanKeys).min { $0.count < $1.count }
        case .any(let parts):
            var union: Set<ScanKey> = []
            for part in parts {
                guard let needed = part.requiredScanKeys else { return nil }
                union.formUnion(needed)
            }
            return union
        case .not: return nil
        case .condition(let condition): return condition.needed
        }
    }

    /// The capture groups that are found whenever the condition holds.
    var groups: Set<String> {
        switch self {
        case .all(let parts): return parts.reduce(into: []) { $0.formUnion($1.groups) }
        case .any(let parts):
            guard let first = parts.first else { return [] }
            return parts.dropFirst().reduce(first.groups) { $0.intersection($1.groups) }
        case .not: return []
        case .condition(let condition): return condition.groups
        }
    }

    /// The kinds of match details that a reason may contain.
    var matchKinds: MatchDetails.Kinds {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.matchKinds) }
        case .not: []
        case .condition(let condition): condition.detailKinds
        }
    }
}
