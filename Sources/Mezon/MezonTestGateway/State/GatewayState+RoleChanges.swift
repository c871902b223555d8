import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns a role of a clan that the caller belongs to.
    func role(_ id: RoleID, for user: UserID) throws(GatewayRequestError) -> (clan: ClanState, role: RoleState) {
        for clan in clans.values where clan.members.contains(user) {
            if let role = clan.roles.first(where: { $0.id == id }) { return (clan, role) }
        }
        throw GatewayRequestError.notFound
    }

    /// Returns the roles that the caller has in a clan.
    func ownRoles(_ wire: ApiListPermissionOfUsersRequest, by user: UserID) throws(GatewayRequestError) -> ApiRoleList {
        let clan = try clan(ClanID(wire.clanID), for: user)
        return .with {
            $0.roles = clan.roles.enumerated().filter { $1.members.contains(user) }.map { role($1, in: clan, order: $0) }
        }
    }

    /// Returns the accounts that have a role, ordered by id.
    func roleUsers(_ wire: ApiListRoleUsersRequest, by user: UserID) throws(GatewayRequestError) -> ApiRoleUserList {
        let role = try role(RoleID(wire.roleID), for: user).role
        let limit = try pageSize(wire.limit, default: 100, most: 1000)
        let after = UserID(wire.cursor) ?? 0
        let holders = role.members.filter { $0 > after }.sorted()
        let online = subscriptions.usersOnline
        return .with { list in
            list.roleUsers = holders.prefix(limit).compactMap { usersByID[$0] }.map { member in
                .with {
                    $0.id = member.id.rawValue
                    $0.username = member.name
                    $0.displayName = member.displayName
                    $0.online = online.contains(member.id)
                }
            }
            if holders.count > limit, let last = list.roleUsers.last { list.cursor = "\(last.id)" }
        }
    }

    mutating func createRole(_ wire: ApiCreateRoleRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<ApiRole>
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        try require(.manageClan, of: user, in: clan.id)
        guard !wire.title.isEmpty, wire.title.utf8.count <= 200, wire.wireBytes.count <= limits.roleBytes else {
            throw GatewayRequestError.invalid(
                "a role needs a title of at most 200 bytes, and has at most \(limits.roleBytes) bytes")
        }
        guard clan.roles.count < limits.rolesPerClan else {
            throw GatewayRequestError.exhausted("a clan has at most \(limits.rolesPerClan) roles")
        }
        guard !clan.roles.contains(where: { $0.title == wire.title }) else {
            throw GatewayRequestError.exists("there is a role '\(wire.title)'")
        }
        let permissions = wire.activePermissionIds.compactMap { Permission(id: $0) }
        // No account can grant permissions that it does not have.
        guard permissions.allSatisfy({ clan.allows($0, to: user) }) else { throw GatewayRequestError.permissionDenied }
        let holders = Set(wire.addUserIds.map { UserID($0) })
        guard holders.isSubset(of: clan.members) else { throw GatewayRequestError.notFound }
        let role = RoleState(
            id: RoleID(nextID(at: now)), title: wire.title, color: wire.color.isEmpty ? "#888888" : wire.color,
            icon: wire.roleIcon, note: wire.description_p, permissions: Set(permissions), members: holders)
        clans[clan.id]?.roles.append(role)
        subscriptions.invalidateListeners()
        let created = self.role(role, in: clan, order: clan.roles.count)
        return GatewayReply(created, [roleEvent(created, status: 1, in: clan, by: user)])
    }

    /// Deletes a role, unless it has permissions that the caller lacks.
    mutating func deleteRole(_ wire: ApiDeleteRoleRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let clan = try clan(ClanID(wire.clanID), for: user)
        try require(.manageClan, of: user, in: clan.id)
        guard let index = clan.roles.firstIndex(where: { $0.id.rawValue == wire.roleID }) else {
            throw GatewayRequestError.notFound
        }
        let role = clan.roles[index]
        guard role.permissions.allSatisfy({ clan.allows($0, to: user) }) else { throw GatewayRequestError.permissionDenied }
        clans[clan.id]?.roles.remove(at: index)
        for room in rooms.values where room.overrides[.role(role.id)] != nil {
            rooms[room.channel.id]?.overrides[.role(role.id)] = nil
        }
        subscriptions.invalidateListeners()
        return [roleEvent(self.role(role, in: clan, order: index), status: 3, in: clan, by: user)]
    }

    private func roleEvent(_ role: ApiRole, status: Int32, in clan: ClanState, by user: UserID) -> GatewayPush {
        let event = RtRoleEvent.with {
            $0.role = role
            $0.status = status
            $0.userID = user.rawValue
        }
        return GatewayPush(message: .roleEvent(event), receivers: listeners(of: clan))
    }
}
