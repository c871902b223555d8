import BotConfiguration

/// Finds rules that can never act: their condition never holds, their triggers or places exclude it, or whoever they are about is
/// exempt.
struct RuleProof {
    let region: RuleRegion
    let reviewed: Reviewed
    let search: ExampleEventSearch
    let findings: ProofCollector

    private var rule: CompiledRule { region.rule }

    func review() {
        let condition = reviewed.when.flatMap { node in rule.when.map { LocatedCondition(node, $0) } }
        let proof = ConditionProof(region: region, search: search, findings: findings)
        if let condition {
            guard proof.review(condition.conjuncts) else { return }
        }
        guard !reviewTriggers(condition), !reviewPlaces(condition) else { return }
        reviewExemption(condition)
        BranchProof(proof).review(rule, reviewed.node, condition)
    }

    /// Returns whether a formula holds for no event of the rule's triggers.
    private func isImpossible(_ formula: Formula) -> Bool {
        guard let cubes = FormulaSolver.cubes(of: formula) else { return false }
        return rule.triggers.allSatisfy { TriggerFacts.cubes(cubes, for: $0.kind).isEmpty }
    }

    private func reviewTriggers(_ condition: LocatedCondition?) -> Bool {
        guard let condition, isImpossible(condition.formula) else { return false }
        let part = condition.conjuncts.first { isImpossible($0.formula) } ?? condition
        let kinds = Set(rule.triggers.map(\.kind.rawValue)).sorted().joined(separator: " and ")
        findings.add(
            .neverHolds(condition.expression, of: rule), "never-true",
            "'\(part.name)' never holds for \(kinds), which does not provide what it needs", at: part.keyword,
            suggestion: "add message to the triggers, or remove this condition")
        return true
    }

    private func reviewPlaces(_ condition: LocatedCondition?) -> Bool {
        guard isImpossible(.all([region.scope, region.when])) else { return false }
        guard let condition, !isImpossible(region.scope) else {
            // Channels of events without one are a matter of `ScopeReview`.
            guard reviewed.node.child("in")?.child("channels") == nil, reviewed.node.child("in")?.child("categories") == nil
            else {
                return true
            }
            let kinds = Set(rule.triggers.map(\.kind.rawValue)).sorted().joined(separator: " and ")
            findings.add(
                .neverActs(rule), "never-acts", "the rule never acts: \(kinds) happens outside of these places",
                at: reviewed.node.position(at: ["in"]), suggestion: "remove it, or change the trigger")
            return true
        }
        let part = condition.conjuncts.first { isImpossible(.all([region.scope, $0.formula])) } ?? condition
        findings.add(
            .neverActs(rule), "never-acts", "the rule never acts: this never holds in the places of 'in'", at: part.position,
            suggestion: "change one of the two")
        return true
    }

    private func reviewExemption(_ condition: LocatedCondition?) {
        guard isImpossible(.all([region.scope, region.exemption, region.when])) else { return }
        let part = condition?.conjuncts.first { isImpossible(.all([region.exemption, $0.formula])) }
        let exempt = reviewed.node.child("except")?.child("when")
        if let exempt, rule.exemption.when.map({ isImpossible(.all([$0.formula.negated, region.when])) }) == true {
            findings.add(
                .neverActs(rule), "contradictory-exception", "the rule never acts: whatever it looks for is excepted",
                at: exempt.firstScalar?.position ?? exempt.position, suggestion: "change or remove this condition")
        } else if let part, part.name.hasSuffix("is_bot") || part.mentionsBots {
            findings.add(
                .neverActs(rule), "bots-are-exempt", "this never holds: rules ignore bots unless 'except' says otherwise",
                at: part.position, suggestion: "add except: { bots: false } to the rule")
        } else {
            let position = part?.position ?? reviewed.node.position(at: ["except"])
            findings.add(
                .neverActs(rule), "contradictory-exception", "the rule never acts: everybody for whom this holds is exempt",
                at: position, suggestion: "change this condition, or 'except' of the rule or of the defaults")
        }
    }
}

extension LocatedCondition {
    /// A Boolean value that indicates whether the condition asks whether the author is a bot.
    fileprivate var mentionsBots: Bool {
        var found = false
        formula.forEachFeature { if $0 == .isBot(.author) { found = true } }
        return found
    }
}
