import ChatModel
import MezonProtocol
import SwiftProtobuf

/// The roles of a clan: listing, granting, revoking, and changes.
extension GatewayState {
    func roleList(_ wire: ApiRoleListEventRequest, by user: UserID) throws(GatewayRequestError) -> ApiRoleListEventResponse {
        let clan = try clan(ClanID(wire.clanID), for: user)
        return .with {
            $0.clanID = clan.id.rawValue
            $0.limit = wire.limit
            $0.roles = .with { $0.roles = clan.roles.enumerated().map { role($1, in: clan, order: $0) } }
        }
    }

    /// Changes a role's members, permissions, title and appearance. An empty text changes nothing, because TypeScript
    /// clients send unset texts as empty.
    mutating func updateRole(_ wire: ApiUpdateRoleRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        var clan = try clan(ClanID(wire.clanID), for: user)
        try require(.manageClan, of: user, in: clan.id)
        guard let index = clan.roles.firstIndex(where: { $0.id.rawValue == wire.roleID }) else {
            throw GatewayRequestError.notFound
        }
        let added = wire.addUserIds.map { UserID($0) }
        let removed = wire.removeUserIds.map { UserID($0) }
        guard added.allSatisfy(clan.members.contains) else { throw GatewayRequestError.notFound }
        let isAdministrator = clan.allows(.administrator, to: user)
        let granted = wire.activePermissionIds.compactMap { Permission(id: $0) }
        // No account can grant permissions that it does not have.
        guard isAdministrator || (granted + clan.roles[index].permissions).allSatisfy({ clan.allows($0, to: user) }) else {
            throw GatewayRequestError.permissionDenied
        }
        clan.roles[index].members.formUnion(added)
        clan.roles[index].members.subtract(removed)
        clan.roles[index].permissions.formUnion(granted)
        clan.roles[index].permissions.subtract(wire.removePermissionIds.compactMap { Permission(id: $0) })
        if !wire.title.value.isEmpty { clan.roles[index].title = wire.title.value }
        if !wire.color.value.isEmpty { clan.roles[index].color = wire.color.value }
        if !wire.roleIcon.value.isEmpty { clan.roles[index].icon = wire.roleIcon.value }
        if !wire.description_p.value.isEmpty { clan.roles[index].note = wire.description_p.value }
        clans[clan.id] = clan
        subscriptions.invalidateListeners()
        guard !added.isEmpty || !removed.isEmpty else { return [] }
        let assigned = RtRoleAssignedEvent.with {
            $0.clanID = clan.id.description
            $0.roleID = wire.roleID
            $0.userIdsAssigned = wire.addUserIds
            $0.userIdsRemoved = wire.removeUserIds
        }
        return [GatewayPush(message: .roleAssignEvent(assigned), receivers: listeners(of: clan))]
    }

    func role(_ role: RoleState, in clan: ClanState, order: Int) -> ApiRole {
        .with {
            $0.id = role.id.rawValue
            $0.title = role.title
            $0.color = role.color
            $0.roleIcon = role.icon
            $0.slug = role.title
            $0.description_p = role.note
            $0.creatorID = clan.owner.rawValue
            $0.clanID = clan.id.rawValue
            $0.active = 1
            $0.orderRole = Int32(clamping: order)
            $0.roleUserList = .with {
                $0.roleUsers = role.members.sorted().compactMap { usersByID[$0] }.map { member in
                    .with {
                        $0.id = member.id.rawValue
                        $0.username = member.name
                        $0.displayName = member.displayName
                    }
                }
            }
            $0.permissionList = Self.list(role.permissions)
        }
    }
}
