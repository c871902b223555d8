import TextMatching

/// A tree of predicates. A list in YAML is `all`.
indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case predicate(any Predicate)

    func decide(_ facts: Facts) -> Decision {
        switch self {
        case .all(let parts): return Self.all(parts, facts)
        case .any(let parts):
            for part in parts {
                let decision = part.decide(facts)
                if decision.holds { return decision }
            }
            return .fails("any")
        case .not(let part):
            if case .fails(let name) = part.decide(facts) { return .holds(Reason("not " + name)) }
            return .fails("not")
        case .predicate(let predicate): return predicate.decide(facts)
        }
    }

    /// The reason of the first part that found a text, for it says most; else that of the first part.
    private static func all(_ parts: [Condition], _ facts: Facts) -> Decision {
        var telling: Reason?
        for part in parts {
            let decision = part.decide(facts)
            guard case .holds(let reason) = decision else { return decision }
            if telling == nil || telling?.match == nil && reason.match != nil { telling = reason }
        }
        return .holds(telling ?? Reason("always"))
    }

    /// Probes of which at least one is found whenever the condition holds.
    var needed: Set<Probe>? {
        switch self {
        case .all(let parts): return parts.compactMap(\.needed).min { $0.count < $1.count }
        case .any(let parts):
            var union: Set<Probe> = []
            for part in parts {
                guard let needed = part.needed else { return nil }
                union.formUnion(needed)
            }
            return union
        case .not: return nil
        case .predicate(let predicate): return predicate.needed
        }
    }

    /// Whether a reason may come with a text.
    var findsText: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.findsText)
        case .not: false
        case .predicate(let predicate): predicate.needed != nil
        }
    }
}
