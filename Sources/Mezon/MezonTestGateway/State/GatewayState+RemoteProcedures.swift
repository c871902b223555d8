import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// Dispatch of remote procedures by subject: accounts, channels, messages, notifications, clans and roles. Each function handles
/// the procedures that `call` passes to it, and refuses all others.
extension GatewayState {
    mutating func callAccounts(_ rpc: RPC, _ body: [UInt8], by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<[UInt8]>
    {
        switch rpc {
        case .listFriends: return reply(try friendList(read(body), by: user))
        case .addFriends: return bytes(try addFriends(read(body), by: user, at: now))
        case .deleteFriends: return nothing(try deleteFriends(read(body), by: user))
        case .blockFriends: return nothing(try blockFriends(read(body), by: user, at: now))
        case .unblockFriends: return nothing(try unblockFriends(read(body), by: user))
        case .listChannelByUserId: return reply(ownChannels(of: user))
        case .listUserClansByUserId: return reply(usersInSharedClans(of: user))
        case .getUserStatus: return reply(status(of: user))
        case .updateUserStatus:
            let wire: ApiUserStatusUpdate = try read(body)
            return nothing(try setStatus(wire.status, of: user))
        case .updateUserProfileByClan: return nothing(try updateProfile(read(body), by: user))
        case .checkDuplicateName:
            let wire: ApiCheckDuplicateNameRequest = try read(body)
            let isDuplicate = try isTaken(wire.name, in: wire.conditionID, for: user)
            return reply(ApiCheckDuplicateNameResponse.with { $0.isDuplicate = isDuplicate })
        default: throw GatewayRequestError.unimplemented
        }
    }

    mutating func callChannels(_ rpc: RPC, _ body: [UInt8], by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<[UInt8]>
    {
        switch rpc {
        case .listThreadDescs: return reply(try threadList(read(body), by: user))
        case .searchThread: return reply(try searchThreads(read(body), by: user))
        case .listArchivedChannelDescs: return reply(try archivedChannels(read(body), by: user))
        case .archiveChannel: return nothing(try archive(read(body), by: user))
        case .activeArchivedThread: return nothing(try activate(read(body), by: user))
        case .leaveThread: return nothing(try leaveThread(read(body), by: user))
        case .addChannelUsers: return nothing(try addToChannel(read(body), by: user, at: now))
        case .updateChannelDesc: return nothing(try updateChannel(read(body), by: user))
        case .deleteChannelDesc: return nothing(try deleteChannel(read(body), by: user))
        case .listCategoryDescs: return reply(try categoryList(read(body), by: user))
        case .createCategoryDesc: return bytes(try createCategory(read(body), by: user, at: now))
        case .updateCategory: return nothing(try updateCategory(read(body), by: user))
        case .closeConversation: return nothing(try closeConversation(read(body), by: user))
        case .deleteCategoryDesc: return nothing(try deleteCategory(read(body), by: user))
        default: throw GatewayRequestError.unimplemented
        }
    }

    mutating func callMessages(_ rpc: RPC, _ body: [UInt8], by caller: Caller, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<[UInt8]>
    {
        switch rpc {
        case .getPinMessagesList: return reply(try pinList(read(body), by: caller.user))
        case .deletePinMessage: return nothing(try unpin(read(body), by: caller, at: now))
        case .searchMessage: return reply(try search(read(body), by: caller.user))
        case .messageButtonClick: return nothing(try interact(.messageButtonClicked(read(body)), by: caller).pushes)
        case .dropdownBoxSelected: return nothing(try interact(.dropdownBoxSelected(read(body)), by: caller).pushes)
        case .createPoll: return bytes(try createPoll(read(body), by: caller, at: now))
        default: throw GatewayRequestError.unimplemented
        }
    }

    mutating func callNotifications(_ rpc: RPC, _ body: [UInt8], by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<[UInt8]>
    {
        switch rpc {
        case .listNotifications: return reply(try notificationList(read(body), by: user))
        case .getNotificationClan: return reply(try clanSetting(read(body), by: user))
        case .getNotificationChannel: return reply(try channelSetting(read(body), by: user, at: now))
        case .getNotificationCategory: return reply(try categorySetting(read(body), by: user, at: now))
        case .listMutedChannel: return reply(try mutedChannels(read(body), by: user, at: now))
        case .deleteNotifications: try deleteNotifications(read(body), by: user)
        case .markAsRead: try markAsRead(read(body), by: user)
        case .setNotificationClanSetting: try setClanSetting(read(body), by: user)
        case .setNotificationChannelSetting: try setChannelSetting(read(body), by: user)
        case .setNotificationCategorySetting: try setCategorySetting(read(body), by: user)
        case .deleteNotificationChannel: try deleteChannelSetting(read(body), by: user)
        case .deleteNotificationCategorySetting: try deleteCategorySetting(read(body), by: user)
        case .setMuteChannel: try mute(read(body), by: user, at: now)
        default: throw GatewayRequestError.unimplemented
        }
        return nothing()
    }

    mutating func callClan(_ rpc: RPC, _ body: [UInt8], by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<[UInt8]>
    {
        switch rpc {
        case .listEvents: return reply(try eventList(read(body), by: user))
        case .createEvent: return bytes(try createEvent(read(body), by: user, at: now))
        case .updateEvent: return nothing(try updateEvent(read(body), by: user))
        case .deleteEvent: return nothing(try deleteEvent(read(body), by: user))
        case .addUserEvent: return nothing(try setInterest(read(body), true, by: user))
        case .deleteUserEvent: return nothing(try setInterest(read(body), false, by: user))
        case .getListEmojisByUserId: return reply(emojiList(for: user))
        case .createClanEmoji: return nothing(try createEmoji(read(body), by: user, at: now))
        case .updateClanEmojiById: return nothing(try updateEmoji(read(body), by: user))
        case .deleteByIdClanEmoji: return nothing(try deleteEmoji(read(body), by: user))
        case .getListStickersByUserId: return reply(stickerList(for: user))
        case .addClanSticker: return nothing(try addSticker(read(body), by: user, at: now))
        case .updateClanStickerById: return nothing(try updateSticker(read(body), by: user))
        case .deleteClanStickerById: return nothing(try deleteSticker(read(body), by: user))
        default: throw GatewayRequestError.unimplemented
        }
    }

    mutating func callRoles(_ rpc: RPC, _ body: [UInt8], by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<[UInt8]>
    {
        switch rpc {
        case .getListPermission: return reply(permissionList())
        case .listRolePermissions: return reply(try rolePermissions(read(body), by: user))
        case .getRoleOfUserInTheClan: return reply(try ownRoles(read(body), by: user))
        case .listUserPermissionInChannel: return reply(try channelPermissions(read(body), by: user))
        case .getPermissionByRoleIdChannelId: return reply(try overrideList(read(body), by: user))
        case .setRoleChannelPermission: return nothing(try setOverrides(read(body), by: user))
        case .listRoleUsers: return reply(try roleUsers(read(body), by: user))
        case .createRole: return bytes(try createRole(read(body), by: user, at: now))
        case .deleteRole: return nothing(try deleteRole(read(body), by: user))
        default: throw GatewayRequestError.unimplemented
        }
    }
}
