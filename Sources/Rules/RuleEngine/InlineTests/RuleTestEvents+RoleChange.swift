import ChatModel

extension RuleTestEvents {
    /// The change of a role that the test gives, or else one that the trigger asks for, or of the first role that the author has.
    var roleChange: RoleChange {
        var change = RoleChange(clan: clanID, role: given.changedRole ?? given.roles.first ?? 1)
        var isRemoved = given.isRoleRemoved ?? false
        if case .roles(let roles, let isRemoval)? = trigger?.detail {
            if given.changedRole == nil, !roles.contains(change.role), let role = roles.min() { change.role = role }
            isRemoved = given.isRoleRemoved ?? isRemoval ?? false
        }
        if isRemoved { change.removed = [given.user] } else { change.added = [given.user] }
        return change
    }
}
