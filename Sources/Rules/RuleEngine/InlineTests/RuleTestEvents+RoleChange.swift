import ChatModel

extension RuleTestEvents {
    /// The change of a role for which the trigger asks, or of the first role that the author has.
    var roleChange: RoleChange {
        var change = RoleChange(clan: clanID, role: given.roles.first ?? 1)
        guard case .roles(let roles, let isRemoval)? = trigger?.detail else {
            change.added = [given.user]
            return change
        }
        if !roles.contains(change.role), let role = roles.min() { change.role = role }
        if isRemoval == true { change.removed = [given.user] } else { change.added = [given.user] }
        return change
    }
}
