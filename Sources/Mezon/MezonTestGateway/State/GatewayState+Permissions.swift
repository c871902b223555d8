import ChatModel
import MezonProtocol
import SwiftProtobuf

/// The role or account that a channel's permission override applies to.
enum PermissionHolder: Hashable {
    case role(RoleID)
    case user(UserID)
}

extension GatewayState {
    /// Returns the permissions of an account in a channel: those of its roles, then the channel's overrides for these
    /// roles, then for the account.
    func permissions(of user: UserID, in room: ChannelState) -> Set<Permission> {
        guard let clan = clans[room.channel.clan] else {
            return room.members.contains(user) ? [.viewChannel, .sendMessage] : []
        }
        guard clan.members.contains(user) else { return [] }
        if clan.allows(.administrator, to: user) { return Set(Permission.allCases) }
        let roles = clan.roles.filter { $0.members.contains(user) }
        var allowed: Set<Permission> = roles.reduce(into: [.viewChannel, .sendMessage]) { $0.formUnion($1.permissions) }
        guard !room.overrides.isEmpty else { return allowed }
        let roleOverrides = roles.compactMap { room.overrides[.role($0.id)] }
        // An allowance of one role outweighs a denial of another.
        for override in roleOverrides { allowed.subtract(override.filter { !$0.value }.keys) }
        for override in roleOverrides { allowed.formUnion(override.filter(\.value).keys) }
        let userOverride = room.overrides[.user(user)] ?? [:]
        allowed.subtract(userOverride.filter { !$0.value }.keys)
        allowed.formUnion(userOverride.filter(\.value).keys)
        return allowed
    }

    /// - Throws: `GatewayRequestError.permissionDenied` if the account lacks the permission in this channel, or is an
    ///   application while moderation by applications is switched off.
    func require(_ permission: Permission, of user: UserID, in room: ChannelState) throws(GatewayRequestError) {
        guard !room.isConversation, permissions(of: user, in: room).contains(permission) else {
            throw GatewayRequestError.permissionDenied
        }
        if usersByID[user]?.isApp == true, !switches.moderationForApps { throw GatewayRequestError.permissionDenied }
    }

    /// Returns all permissions.
    func permissionList() -> ApiPermissionList { Self.list(Set(Permission.allCases)) }

    func rolePermissions(_ wire: ApiListPermissionsRequest, by user: UserID) throws(GatewayRequestError) -> ApiPermissionList {
        Self.list(try role(RoleID(wire.roleID), for: user).role.permissions)
    }

    /// Returns the caller's permissions in a channel.
    func channelPermissions(_ wire: ApiUserPermissionInChannelListRequest, by user: UserID) throws(GatewayRequestError)
        -> ApiUserPermissionInChannelListResponse
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        guard room.channel.clan == ClanID(wire.clanID) else { throw GatewayRequestError.channelNotFound }
        return .with {
            $0.clanID = wire.clanID
            $0.channelID = wire.channelID
            $0.permissions = Self.list(permissions(of: user, in: room))
        }
    }

    /// Returns the permissions that a channel allows or denies a role or an account.
    func overrideList(_ wire: ApiPermissionRoleChannelListEventRequest, by user: UserID) throws(GatewayRequestError)
        -> ApiPermissionRoleChannelListEventResponse
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        let holder = try holder(role: wire.roleID, user: wire.userID, in: room, by: user)
        let overrides = room.overrides[holder] ?? [:]
        return .with {
            $0.roleID = wire.roleID
            $0.channelID = wire.channelID
            $0.userID = wire.userID
            $0.permissionRoleChannel = overrides.sorted { $0.key.id < $1.key.id }.map { permission, isAllowed in
                .with {
                    $0.permissionID = permission.id
                    $0.active = isAllowed
                }
            }
        }
    }

    /// Allows or denies a role or an account permissions in one channel; type 0 removes the override.
    mutating func setOverrides(_ wire: ApiUpdateRoleChannelRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush]
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        try require(.manageChannel, of: user, in: room)
        let holder = try holder(role: wire.roleID, user: wire.userID, in: room, by: user)
        let own = permissions(of: user, in: room)
        var overrides = room.overrides[holder] ?? [:]
        for update in wire.permissionUpdate {
            guard let permission = Permission(id: update.permissionID) ?? Permission(rawValue: update.slug),
                (0...2).contains(update.type)
            else { throw GatewayRequestError.invalid("a permission needs its id or slug, and a type from 0 to 2") }
            // No account can grant permissions that it does not have.
            guard own.contains(permission), permission != .administrator else { throw GatewayRequestError.permissionDenied }
            overrides[permission] = update.type == 0 ? nil : update.type == 1
        }
        guard overrides.isEmpty || room.overrides[holder] != nil || room.overrides.count < limits.overridesPerChannel else {
            throw GatewayRequestError.exhausted(
                "a channel has permissions for at most \(limits.overridesPerChannel) roles and accounts")
        }
        rooms[room.channel.id]?.overrides[holder] = overrides.isEmpty ? nil : overrides
        subscriptions.invalidateListeners()
        let event = RtPermissionSetEvent.with {
            $0.caller = user.description
            $0.roleID = wire.roleID
            $0.userID = wire.userID
            $0.channelID = wire.channelID
            $0.permissionUpdates = wire.permissionUpdate
        }
        guard let changed = rooms[room.channel.id] else { return [] }
        return [GatewayPush(message: .permissionSetEvent(event), receivers: listeners(of: changed))]
    }

    private func holder(role: Int64, user: Int64, in room: ChannelState, by caller: UserID) throws(GatewayRequestError)
        -> PermissionHolder
    {
        let clan = try clan(room.channel.clan, for: caller)
        if role != 0, user == 0, clan.roles.contains(where: { $0.id.rawValue == role }) { return .role(RoleID(role)) }
        if user != 0, role == 0, clan.members.contains(UserID(user)) { return .user(UserID(user)) }
        throw GatewayRequestError.notFound
    }

    /// Returns permissions in the protocol's form, ordered by id.
    static func list(_ permissions: Set<Permission>) -> ApiPermissionList {
        .with {
            $0.permissions = permissions.sorted { $0.id < $1.id }.map { permission in
                .with {
                    $0.id = permission.id
                    $0.slug = permission.rawValue
                    $0.title = permission.rawValue
                    $0.active = 1
                }
            }
        }
    }
}
