import ChatModel

extension RuleEvaluation {
    /// Evaluates a rule for each user whose role has changed, as if each change had been reported by itself.
    mutating func evaluate(_ rule: CompiledRule, _ trigger: RuleTrigger, forEachUserOf change: RoleChange) {
        let outer = facts.event
        for single in change.singleChanges where trigger.fires(at: .rolesChanged(single), prefix: facts.prefix) {
            facts.event = .rolesChanged(single)
            explain(rule, trigger, isInside: false)
            followUp()  // The rules that follow are about the same user.
        }
        facts.event = outer
    }
}

extension RoleChange {
    /// The changes of single users, those who received the role first.
    fileprivate var singleChanges: [RoleChange] {
        added.map { RoleChange(clan: clan, role: role, added: [$0]) }
            + removed.map { RoleChange(clan: clan, role: role, removed: [$0]) }
    }
}
