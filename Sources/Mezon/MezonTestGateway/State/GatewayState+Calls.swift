import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Calls a remote procedure, over HTTP or the socket; the answer is empty if it returns nothing.
    mutating func call(
        _ rpc: RPC, _ body: [UInt8], by caller: Caller, at now: Date, using generator: inout some RandomNumberGenerator
    ) throws(GatewayRequestError) -> GatewayReply<[UInt8]> {
        let user = caller.user
        switch rpc {
        case .listClanDescs: return reply(clanList(for: user))
        case .listChannelDescs: return reply(try channelList(read(body), by: user))
        case .listChannelDetail: return reply(try channelDetail(read(body), by: user))
        case .createChannelDesc: return bytes(try createChannel(read(body), by: user, at: now))
        case .listChannelUsers: return reply(try channelUsers(read(body), by: user, at: now))
        case .listChannelVoiceUsers: return reply(try voiceUsers(read(body), by: user))
        case .listClanUsers: return reply(try clanUsers(read(body), by: user))
        case .listRoles: return reply(try roleList(read(body), by: user))
        case .updateRole: return nothing(try updateRole(read(body), by: user))
        case .listChannelMessages: return reply(try history(read(body), by: user))
        case .sendChannelMessage: return bytes(try send(read(body), by: caller, at: now))
        case .updateChannelMessage: return bytes(try update(read(body), by: caller, at: now))
        case .deleteChannelMessage: return bytes(try remove(read(body), by: caller, at: now))
        case .removeClanUsers: return nothing(try removeFromClan(read(body), by: user))
        case .removeChannelUsers: return nothing(try removeFromChannel(read(body), by: user))
        case .banClanUsers: return nothing(try ban(read(body), by: user, at: now))
        case .unbanClanUsers: return nothing(try unban(read(body), by: user))
        case .isBanned: return reply(try banState(read(body), of: user, at: now))
        case .createPinMessage: return bytes(try pin(read(body), by: caller, at: now))
        case .listBannedUsers: return reply(try banList(read(body), by: user, at: now))
        case .addQuickMenuAccess: return nothing(try addMenu(read(body), by: user, at: now))
        case .deleteQuickMenuAccess: return nothing(try deleteMenu(read(body), by: user))
        case .listQuickMenuAccess: return reply(try menuList(read(body), by: user))
        case .getApp: return reply(try app(read(body)))
        case .uploadAttachmentFile: return reply(try announceUpload(read(body), at: now, using: &generator))
        case .listFriends, .addFriends, .deleteFriends, .blockFriends, .unblockFriends, .listUserClansByUserId, .getUserStatus,
            .updateUserStatus, .checkDuplicateName, .listChannelByUserId, .updateUserProfileByClan:
            return try callAccounts(rpc, body, by: user, at: now)
        case .listThreadDescs, .searchThread, .listArchivedChannelDescs, .archiveChannel, .activeArchivedThread, .leaveThread,
            .addChannelUsers, .updateChannelDesc, .deleteChannelDesc, .listCategoryDescs, .createCategoryDesc, .updateCategory,
            .deleteCategoryDesc, .closeConversation:
            return try callChannels(rpc, body, by: user, at: now)
        case .getPinMessagesList, .deletePinMessage, .searchMessage, .messageButtonClick, .dropdownBoxSelected, .createPoll:
            return try callMessages(rpc, body, by: caller, at: now)
        case .listNotifications, .deleteNotifications, .markAsRead, .getNotificationClan, .setNotificationClanSetting,
            .getNotificationChannel, .setNotificationChannelSetting, .deleteNotificationChannel, .getNotificationCategory,
            .setNotificationCategorySetting, .deleteNotificationCategorySetting, .setMuteChannel, .listMutedChannel:
            return try callNotifications(rpc, body, by: user, at: now)
        case .listEvents, .createEvent, .updateEvent, .deleteEvent, .addUserEvent, .deleteUserEvent, .getListEmojisByUserId,
            .createClanEmoji, .updateClanEmojiById, .deleteByIdClanEmoji, .getListStickersByUserId, .addClanSticker,
            .updateClanStickerById, .deleteClanStickerById:
            return try callClan(rpc, body, by: user, at: now)
        case .getListPermission, .listRolePermissions, .getRoleOfUserInTheClan, .listUserPermissionInChannel,
            .getPermissionByRoleIdChannelId, .setRoleChannelPermission, .listRoleUsers, .createRole, .deleteRole:
            return try callRoles(rpc, body, by: user, at: now)
        }
    }

    func read<GatewayRequest: SwiftProtobuf.Message>(_ body: [UInt8]) throws(GatewayRequestError) -> GatewayRequest {
        guard let request = try? GatewayRequest(serializedBytes: body) else {
            throw GatewayRequestError.invalid("the request cannot be read")
        }
        return request
    }

    func reply(_ answer: some SwiftProtobuf.Message) -> GatewayReply<[UInt8]> { GatewayReply(answer.wireBytes) }
    func bytes(_ reply: GatewayReply<some SwiftProtobuf.Message>) -> GatewayReply<[UInt8]> { reply.map(\.wireBytes) }
    func nothing(_ pushes: [GatewayPush] = []) -> GatewayReply<[UInt8]> { GatewayReply([], pushes) }

    private mutating func announceUpload(
        _ wire: ApiUploadAttachmentRequest, at now: Date, using generator: inout some RandomNumberGenerator
    ) throws(GatewayRequestError) -> ApiUploadAttachment {
        // The path contains a generated id instead of the received name, which could traverse directories.
        let name = "attachments/\(nextID(at: now))"
        let key = Sessions.randomSecret(using: &generator)
        let type = wire.filetype.allSatisfy { $0.isASCII && !$0.isNewline } ? String(wire.filetype.prefix(200)) : ""
        try uploads.announce(name, mediaType: type, size: Int(wire.size), key: key)
        return .with {
            $0.filename = name
            $0.url = "\(baseURL)/upload/\(name)?key=\(key.reveal())"
        }
    }
}
