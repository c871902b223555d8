import ChatModel

extension RuleTestRunner {
    /// Returns the change of a role for which the trigger asks, or of the first role that the author has.
    func roleChange(in clan: ClanID) -> RoleChange {
        var change = RoleChange(clan: clan, role: test.given.roles.first ?? 1)
        guard case .roles(let roles, let isRemoval)? = trigger?.detail else {
            change.added = [test.given.user]
            return change
        }
        if !roles.contains(change.role), let role = roles.min() { change.role = role }
        if isRemoval == true { change.removed = [test.given.user] } else { change.added = [test.given.user] }
        return change
    }
}
