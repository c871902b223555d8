import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateRolesTests {
    private func creation(_ title: String, _ permissions: [Permission] = [], for users: [UserID] = []) -> ApiCreateRoleRequest {
        .with {
            $0.clanID = ClanID.lab.rawValue
            $0.title = title
            $0.activePermissionIds = permissions.map(\.id)
            $0.addUserIds = users.map(\.rawValue)
        }
    }

    private func override(_ permission: Permission, _ type: Int32, role: Int64 = 0, user: UserID = 0)
        -> ApiUpdateRoleChannelRequest
    {
        .with {
            $0.channelID = ChannelID.general.rawValue
            $0.roleID = role
            $0.userID = user.rawValue
            $0.permissionUpdate = [
                .with {
                    $0.permissionID = permission.id
                    $0.type = type
                }
            ]
        }
    }

    private func allowed(_ caller: Caller, in state: inout GatewayState) throws -> Set<String> {
        let request = ApiUserPermissionInChannelListRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = ChannelID.general.rawValue
        }
        let answer = try state.ask(
            .listUserPermissionInChannel, request, by: caller, as: ApiUserPermissionInChannelListResponse.self)
        return Set(answer.answer.permissions.permissions.map(\.slug))
    }

    @Test func `a role is created, listed with its members, and deleted`() throws {
        var state = try GatewayState.make()
        let made = try state.ask(
            .createRole, creation("helper", [.deleteMessage], for: [.guest]), by: .bot, as: ApiRole.self)
        #expect(made.pushes.map(\.receivers) == [[1, 2, 3, 4]])
        let own = ApiListPermissionOfUsersRequest.with { $0.clanID = ClanID.lab.rawValue }
        let roles = try state.ask(.getRoleOfUserInTheClan, own, by: .guest, as: ApiRoleList.self).answer.roles
        #expect(roles.map(\.title) == ["helper"])
        let holders = try state.ask(
            .listRoleUsers, ApiListRoleUsersRequest.with { $0.roleID = made.answer.id }, by: .guest, as: ApiRoleUserList.self)
        #expect(holders.answer.roleUsers.map(\.username) == ["guest"])
        let permissions = try state.ask(
            .listRolePermissions, ApiListPermissionsRequest.with { $0.roleID = made.answer.id }, by: .guest,
            as: ApiPermissionList.self)
        #expect(permissions.answer.permissions.map(\.slug) == ["delete-message"])
        let deletion = ApiDeleteRoleRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.roleID = made.answer.id
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.deleteRole, deletion, by: .guest) }
        try state.ask(.deleteRole, deletion, by: .bot)
        #expect(throws: GatewayRequestError.notFound) { try state.ask(.deleteRole, deletion, by: .bot) }
    }

    @Test func `no account can create or delete a role with more permissions than its own`() throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.permissionDenied) {
            try state.ask(.createRole, creation("king", [.administrator]), by: .bot)
        }
        let deletion = ApiDeleteRoleRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.roleID = 1_900_000_000_000_000_021
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.deleteRole, deletion, by: .bot) }
        try state.ask(.deleteRole, deletion, by: .mod)
    }

    @Test func `a role with a duplicate name, without a name, or above the limit is refused`() throws {
        var limits = GatewayLimits()
        limits.rolesPerClan = 4
        var state = try GatewayState.make(limits: limits)
        try state.ask(.createRole, creation("a"), by: .bot, as: ApiRole.self)
        for title in ["a", "", "b"] {
            #expect(throws: GatewayRequestError.self) { try state.ask(.createRole, creation(title), by: .bot) }
        }
    }

    @Test func `a channel denies a role or account permissions of the clan, and lists its overrides`() throws {
        var state = try GatewayState.make()
        #expect(try allowed(.guest, in: &state) == ["view-channel", "send-message"])
        #expect(throws: GatewayRequestError.permissionDenied) {
            try state.ask(.setRoleChannelPermission, override(.sendMessage, 2, user: .bot), by: .guest)
        }
        try state.ask(.setRoleChannelPermission, override(.sendMessage, 2, user: .guest), by: .bot)
        #expect(try allowed(.guest, in: &state) == ["view-channel"])
        #expect(throws: GatewayRequestError.channelPermissionDenied) { try state.say("x") }
        let request = ApiPermissionRoleChannelListEventRequest.with {
            $0.channelID = ChannelID.general.rawValue
            $0.userID = UserID.guest.rawValue
        }
        let listed = try state.ask(
            .getPermissionByRoleIdChannelId, request, by: .bot, as: ApiPermissionRoleChannelListEventResponse.self)
        #expect(listed.answer.permissionRoleChannel.map(\.permissionID) == [Permission.sendMessage.id])
        #expect(listed.answer.permissionRoleChannel.map(\.active) == [false])
        try state.ask(.setRoleChannelPermission, override(.sendMessage, 0, user: .guest), by: .bot)
        _ = try state.say("x")
    }

    @Test func `an account that may not view a channel can neither read it nor receive its messages`() throws {
        var state = try GatewayState.make()
        try state.ask(.setRoleChannelPermission, override(.viewChannel, 2, role: 1_900_000_000_000_000_023), by: .mod)
        #expect(!state.reads(.an, try #require(state.rooms[.general])))
        try state.ask(.setRoleChannelPermission, override(.viewChannel, 2, user: .guest), by: .mod)
        #expect(throws: GatewayRequestError.channelNotFound) { try state.say("x") }
        let reply = try state.send(.make("x"), by: .bot, at: .start)
        #expect(reply.pushes.map(\.receivers) == [[1, 3, 4]])
    }

    @Test func `a permission in one channel does not apply to another`() throws {
        var state = try GatewayState.make()
        let message = try state.say("x", by: .bot)
        let elsewhere = try state.say("x", by: .bot, in: .support)
        try state.ask(.setRoleChannelPermission, override(.deleteMessage, 1, user: .guest), by: .bot)
        func removal(_ message: MessageID, _ channel: ChannelID) -> RtChannelMessageRemove {
            .with {
                $0.channelID = channel.rawValue
                $0.messageID = message.rawValue
            }
        }
        _ = try state.remove(removal(message, .general), by: .guest, at: .start)
        #expect(throws: GatewayRequestError.permissionDenied) {
            try state.remove(removal(elsewhere, .support), by: .guest, at: .start)
        }
    }

    @Test func `the administrator permission is granted by roles and never by a channel`() throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.permissionDenied) {
            try state.ask(.setRoleChannelPermission, override(.administrator, 1, user: .guest), by: .mod)
        }
    }

    @Test func `all permissions are listed`() throws {
        var state = try GatewayState.make()
        let list = try state.ask(.getListPermission, ApiNotificationClan(), by: .guest, as: ApiPermissionList.self)
        #expect(list.answer.permissions.count == Permission.allCases.count)
    }
}
