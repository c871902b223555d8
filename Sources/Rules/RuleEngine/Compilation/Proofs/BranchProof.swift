import BotConfiguration

/// Finds conditions inside of actions (the `when` of an `if`, the `until` of a `repeat`) that never hold, or always do, given what the
/// rule's own condition says.
struct BranchProof {
    let proof: ConditionProof

    /// The triggers whose actions are performed later than their conditions are evaluated, or for an event of the clock.
    private static let deferring: Set<RuleTrigger.Kind> = [.unanswered, .schedule, .silence, .reminderDue]

    init(_ proof: ConditionProof) { self.proof = proof }

    /// - Parameter condition: The rule's own condition; nil if it has none.
    func review(_ rule: CompiledRule, _ node: ConfigNode, _ condition: LocatedCondition?) {
        let isImmediate = rule.triggers.allSatisfy { !Self.deferring.contains($0.kind) }
        let known = isImmediate ? condition.map(Self.lasting) ?? [] : []
        for (key, list, context) in [
            ("then", rule.then, known), ("otherwise", rule.otherwise, []),
        ] {
            if let written = node.child(key) { review(list, written, knowing: context) }
        }
    }

    /// Reviews a list of actions.
    ///
    /// - Parameter context: What holds when the list begins. After a wait nothing is known any more.
    private func review(_ actions: [any RuleAction], _ written: ConfigNode, knowing context: [LocatedCondition]) {
        let items = written.listItems
        guard items.count == actions.count else { return }
        var context = context
        for (item, action) in zip(items, actions) {
            let argument = item.onlyEntry?.value
            switch (action as? GuardedAction)?.action ?? action {
            case let action as IfAction:
                guard let argument, let when = argument.child("when") else { continue }
                let condition = LocatedCondition(when, action.when)
                let isPossible = review(condition, knowing: context)
                if isPossible, let then = argument.child("then") {
                    review(action.then, then, knowing: context + Self.lasting(condition))
                }
                if let otherwise = argument.child("otherwise") { review(action.otherwise, otherwise, knowing: context) }
            case let action as RepeatAction:
                if let until = action.until, let written = argument?.child("until") {
                    review(LocatedCondition(written, until), knowing: [])
                }
                if let then = argument?.child("then") { review(action.inner, then, knowing: []) }
            case let action as ScheduleAction:
                if let then = argument?.child("then") { review(action.inner, then, knowing: []) }
                continue  // The actions after it do not wait.
            default: break
            }
            if item.waits { context = [] }
        }
    }

    /// Reviews a condition, and returns whether it can hold.
    @discardableResult
    private func review(_ condition: LocatedCondition, knowing context: [LocatedCondition]) -> Bool {
        guard proof.review(condition.conjuncts, within: context) else { return false }
        let negation = condition.formula.negated
        guard !FormulaSolver.refutes(negation), !FormulaSolver.refutes(.all(context.map(\.formula))) else { return true }
        let deciding = context.first { FormulaSolver.refutes(.all([$0.formula, negation])) }
        guard deciding != nil || FormulaSolver.refutes(.all(context.map(\.formula) + [negation])) else { return true }
        let reasons = deciding.map { [$0] } ?? context
        proof.findings.add(
            .neverHolds(.all(reasons.map(\.expression) + [.not(condition.expression)]), of: proof.region.rule), "always-true",
            "this always holds here"
                + (deciding.map { ": it is only reached if '\($0.name)' holds (\($0.position.inFile))" } ?? ""),
            at: condition.position, suggestion: "remove the 'if', or change one of the two conditions")
        return true
    }

    /// Returns the parts of a condition that still hold after other actions of the rule: those that do not read what actions change,
    /// and of which it is known what they read.
    private static func lasting(_ condition: LocatedCondition) -> [LocatedCondition] {
        condition.conjuncts.filter { part in
            var lasts = true
            part.formula.forEachFeature { feature in
                if case .opaque = feature { lasts = false }
                if feature.state != nil { lasts = false }
            }
            return lasts
        }
    }
}

extension ConfigNode {
    /// A Boolean value that indicates whether an action waits, itself or in what it performs.
    fileprivate var waits: Bool {
        scalarText == "wait" || maps.joined().contains { ["wait", "every"].contains($0.key) }
    }
}
