import ChatModel

extension RuleSet {
    /// Returns the smallest changes with which a rule would have decided the opposite; nil if there is no such rule.
    ///
    /// - Parameter world: Makes the circumstances of the decision for a set of rules.
    func counterfactuals(
        of id: String, seeing lookup: DirectoryLookup, in world: (RuleSet) -> CounterfactualWorld
    ) -> Counterfactuals? {
        counterfactualSearch(of: id, seeing: lookup, in: world)?.result
    }

    /// Returns them with the changes themselves.
    func counterfactualSearch(
        of id: String, seeing lookup: DirectoryLookup, in world: (RuleSet) -> CounterfactualWorld
    ) -> (result: Counterfactuals, sets: [[CounterfactualChange]])? {
        guard let position = rules.firstIndex(where: { $0.id == id }) else { return nil }
        let rule = rules[position]
        let isDisabled = rule.mode == .disabled
        // A rule that is to be enabled needs a place in the index of rules.
        var world = world(isDisabled ? enforcing(position) : self)
        guard let (facts, trigger) = world.facts(for: position) else {
            var none = Counterfactuals(rule: id, acted: false)
            none.limits = [Self.otherTrigger(of: rule, world.event)]
            return (none, [])
        }
        if isDisabled { world.absentRules = [id] }
        var search = CounterfactualSearch(world, rule: position)
        var proposals = ChangeProposals(
            rule, trigger, policies[facts.clan], world, facts, shouldAct: !search.acted, lookup: lookup)
        if isDisabled {
            proposals.add(.rule(id), by: .operator, "with the rule enabled") { $0.absentRules.remove(id) }
        }
        proposals.addAll()
        let stopper = isDisabled ? nil : world.stopper(of: position)
        if let stopper { proposals.addStopper(stopper, rules.first { $0.id == stopper }) }
        var result = search.run(proposals, id: id)
        if rule.mode == .shadow, search.acted {
            result.limits.append("the rule is in shadow mode: its actions were only recorded")
        }
        return (result, search.sets)
    }

    private static func otherTrigger(of rule: CompiledRule, _ event: Event) -> String {
        let kinds = Set(rule.triggers.map(\.kind.rawValue)).sorted().joined(separator: ", ")
        return "no change is known: the rule is triggered by \(kinds), and none of its triggers fires at this \(event.kind)"
    }
}

extension ChangeProposals {
    /// Adds what keeps another rule from stopping the evaluation.
    fileprivate mutating func addStopper(_ name: String, _ other: CompiledRule?) {
        guard shouldAct else { return }
        guard let other else { return addUnknown("\(name), which stopped the evaluation") }
        add(.rule(other.id), by: .operator, "without the rule \(other.id), which stopped the evaluation") {
            $0.absentRules.insert(other.id)
        }
        for role in other.exemption.roles.prefix(2) { addRole(role.id, to: facts.actor) }
        if let when = other.when { visit(when, wanted: false) }
    }
}
