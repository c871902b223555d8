import ChatModel

/// The events on which a rule acts, as formulas that each of them meets.
struct RuleRegion: Sendable {
    let rule: CompiledRule
    let when: Formula
    /// The requirements of the rule's places.
    let scope: Formula
    /// A Boolean value that indicates whether the rule applies in every place for which that holds.
    private let isScopeExact: Bool
    /// The properties of everybody who is not exempt.
    let exemption: Formula

    /// - Parameter hasOtherNetworks: Whether there are messages of networks that have bots of their own.
    init(_ rule: CompiledRule, hasOtherNetworks: Bool) {
        self.rule = rule
        when = rule.when?.formula ?? .always
        let happensInPlace = rule.triggers.allSatisfy { TriggerFacts.isWritten($0.kind) || $0.kind == .reaction }
        scope = rule.triggers.contains(where: \.kind.hasNoChannel) ? .always : rule.scope.formula(inPlace: happensInPlace)
        isScopeExact = rule.scope.isExact && (rule.scope.includesDirectConversations || happensInPlace)
        exemption = .all([rule.exemption.formula, Self.bots(rule, hasOtherNetworks)])
    }

    /// The ways in which the rule's condition can hold; `nil` if there are too many.
    var cubes: [Cube]? { FormulaSolver.cubes(of: .all([scope, exemption, when])) }
    /// The ways in which an event can reach the rule's condition.
    var cubesOfAllEvents: [Cube]? { FormulaSolver.cubes(of: .all([scope, exemption])) }

    /// Returns whether a rule that sees an event of this region, at the same moment, acts on it as well.
    ///
    /// - Parameters:
    ///   - cubes: The ways in which the events that are looked at are in this region.
    ///   - isChanged: Whether state may have changed between the two rules.
    func isCovered(by other: RuleRegion, in cubes: [Cube], isChanged: (RuleStateName) -> Bool) -> Bool {
        guard !cubes.isEmpty, rule.triggers.allSatisfy({ trigger in other.rule.triggers.contains { $0.covers(trigger) } }),
            rule.exemption.exemptsBots(like: other.rule.exemption)
        else { return false }
        let isUncertain: (Feature) -> Bool = { $0.isOfOneRule || $0.state.map(isChanged) ?? false }
        var wanted = [other.when.forgetting(isUncertain), other.rule.exemption.formula.forgetting(isUncertain)]
        if rule.scope != other.rule.scope {
            guard other.isScopeExact else { return false }
            wanted.append(other.scope)
        }
        // Each requirement on its own: alternatives would be multiplied otherwise.
        return wanted.flatMap(\.conjuncts).allSatisfy { FormulaSolver.refutes($0.negated, within: cubes) }
    }

    /// Messages of bots reach no rule that exempts bots. Other networks have bots of their own, which not all of these rules exempt.
    private static func bots(_ rule: CompiledRule, _ hasOtherNetworks: Bool) -> Formula {
        let exemption = rule.exemption
        guard exemption.bots ?? (exemption.exemptsBotsOfOtherNetworks || !hasOtherNetworks), exemption.bots ?? true,
            rule.triggers.allSatisfy({ TriggerFacts.isWritten($0.kind) })
        else { return .always }
        return .literal(.isBot(.author), .values(ValueSet(["false"], includesMissing: true)))
    }
}

extension Formula {
    /// The formulas that must all hold.
    fileprivate var conjuncts: [Formula] { if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] } }
}

extension RuleExemption {
    /// The properties of everybody who is not exempt, apart from bots.
    fileprivate var formula: Formula {
        var parts: [Formula] = []
        if !users.isEmpty {
            let others = ValueSet(users.map(\.description), isExclusion: true, includesMissing: true)
            parts.append(.literal(.user(.author), .values(others)))
        }
        if !roles.isEmpty {
            parts.append(.literal(.roles(.author), .items(ItemSets(noneOf: Set(roles.map(\.id.rawValue)), orUnknown: true))))
        }
        if let when { parts.append(when.formula.negated) }
        return .all(parts)
    }

    /// Returns whether this exempts all bots that another exemption does.
    fileprivate func exemptsBots(like other: RuleExemption) -> Bool {
        (!(other.bots ?? true) || bots ?? true)
            && (!(other.bots ?? other.exemptsBotsOfOtherNetworks) || bots ?? exemptsBotsOfOtherNetworks)
    }
}

extension RuleTrigger {
    /// Returns whether the trigger fires whenever another one does. `false` for triggers that no event of its own fires.
    func covers(_ other: RuleTrigger) -> Bool {
        guard ![.counter, .signal, .sanction, .level, .schedule, .silence, .unanswered, .manual].contains(other.kind) else {
            return false
        }
        // A command is a message.
        guard kind == other.kind || kind == .message && other.kind == .command else { return false }
        switch (detail, other.detail) {
        case (.none, _): return true
        case (.route(let route), .route(let narrower)):
            return route == narrower || route.hasSuffix("*") && narrower.hasPrefix(route.dropLast())
        case (.emoji(let emoji, let isRemoval), .emoji(let fewer, let change)):
            return (isRemoval == nil || isRemoval == change) && (emoji.isEmpty || !fewer.isEmpty && fewer.isSubset(of: emoji))
        case (.roles(let roles, let isRemoval), .roles(let fewer, let change)):
            return (isRemoval == nil || isRemoval == change) && (roles.isEmpty || !fewer.isEmpty && fewer.isSubset(of: roles))
        default: return detail == other.detail
        }
    }
}
