import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

/// An account of one clan sends all requests about another: it reads nothing, changes nothing, and no event is pushed there.
@Suite struct GatewayStateTenantsTests {
    private static let clan = ClanID.lab.rawValue
    private static let channel = ChannelID.general.rawValue
    private static let role: Int64 = 1_900_000_000_000_000_023
    private static let category: Int64 = 1_900_000_000_000_000_031

    /// A request to each procedure that names a clan's things, with the ids of the lab.
    private static func requests(message: Int64, event: Int64) -> [(RPC, any SwiftProtobuf.Message)] {
        let channelRequest = ApiNotificationChannel.with { $0.channelID = channel }
        return [
            (.listThreadDescs, ApiListThreadRequest.with { ($0.clanID, $0.channelID) = (clan, channel) }),
            (.searchThread, ApiSearchThreadRequest.with { ($0.clanID, $0.label) = (clan, "a") }),
            (.listArchivedChannelDescs, ApiListArchivedChannelDescsRequest.with { $0.clanID = clan }),
            (.archiveChannel, ApiArchiveChannelRequest.with { ($0.clanID, $0.channelID) = (clan, channel) }),
            (.activeArchivedThread, RtActiveArchivedThread.with { ($0.clanID, $0.channelID) = (clan, channel) }),
            (.leaveThread, ApiLeaveThreadRequest.with { ($0.clanID, $0.channelID) = (clan, channel) }),
            (
                .addChannelUsers,
                ApiAddChannelUsersRequest.with { ($0.channelID, $0.userIds) = (channel, [UserID.outsider.rawValue]) }
            ),
            (.updateChannelDesc, ApiUpdateChannelDescRequest.with { ($0.clanID, $0.channelID, $0.topic) = (clan, channel, "x") }),
            (.deleteChannelDesc, ApiDeleteChannelDescRequest.with { ($0.clanID, $0.channelID) = (clan, channel) }),
            (.listCategoryDescs, ApiCategoryDesc.with { $0.clanID = clan }),
            (.createCategoryDesc, ApiCreateCategoryDescRequest.with { ($0.clanID, $0.categoryName) = (clan, "x") }),
            (
                .updateCategory,
                ApiUpdateCategoryDescRequest.with { ($0.clanID, $0.categoryID, $0.categoryName) = (clan, category, "x") }
            ),
            (.deleteCategoryDesc, ApiDeleteCategoryDescRequest.with { ($0.clanID, $0.categoryID) = (clan, category) }),
            (.createPinMessage, ApiPinMessageRequest.with { ($0.channelID, $0.messageID) = (channel, message) }),
            (.getPinMessagesList, ApiPinMessageRequest.with { $0.channelID = channel }),
            (.deletePinMessage, ApiDeletePinMessage.with { ($0.channelID, $0.messageID) = (channel, message) }),
            (
                .searchMessage,
                ApiSearchMessageRequest.with { $0.filters = [.with { ($0.fieldName, $0.fieldValue) = ("clan_id", "\(clan)") }] }
            ),
            (
                .messageButtonClick,
                RtMessageButtonClicked.with { ($0.channelID, $0.messageID, $0.buttonID) = (channel, message, "yes") }
            ),
            (
                .dropdownBoxSelected,
                RtDropdownBoxSelected.with { ($0.channelID, $0.messageID, $0.selectboxID) = (channel, message, "pick") }
            ),
            (.markAsRead, ApiMarkAsReadRequest.with { $0.channelID = channel }),
            (.listNotifications, ApiListNotificationsRequest.with { $0.clanID = clan }),
            (.getNotificationClan, ApiNotificationClan.with { $0.clanID = clan }),
            (.setNotificationClanSetting, ApiSetDefaultNotificationRequest.with { $0.clanID = clan }),
            (.getNotificationChannel, channelRequest), (.deleteNotificationChannel, channelRequest),
            (.setNotificationChannelSetting, ApiSetNotificationRequest.with { $0.channelCategoryID = channel }),
            (.getNotificationCategory, ApiDefaultNotificationCategory.with { $0.categoryID = category }),
            (.setNotificationCategorySetting, ApiSetNotificationRequest.with { $0.channelCategoryID = category }),
            (.deleteNotificationCategorySetting, ApiDefaultNotificationCategory.with { $0.categoryID = category }),
            (.setMuteChannel, ApiSetMuteRequest.with { $0.id = channel }),
            (.listMutedChannel, ApiListMutedChannelRequest.with { $0.clanID = clan }),
            (.listEvents, ApiListEventsRequest.with { $0.clanID = clan }),
            (.createEvent, ApiCreateEventRequest.with { ($0.clanID, $0.title) = (clan, "x") }),
            (.updateEvent, ApiUpdateEventRequest.with { ($0.clanID, $0.eventID, $0.title) = (clan, event, "x") }),
            (.deleteEvent, ApiDeleteEventRequest.with { ($0.clanID, $0.eventID) = (clan, event) }),
            (.deleteEvent, ApiDeleteEventRequest.with { ($0.clanID, $0.eventID) = (ClanID.other.rawValue, event) }),
            (.addUserEvent, ApiUserEventRequest.with { ($0.clanID, $0.eventID) = (clan, event) }),
            (.deleteUserEvent, ApiUserEventRequest.with { ($0.clanID, $0.eventID) = (clan, event) }),
            (.createClanEmoji, ApiClanEmojiCreateRequest.with { ($0.clanID, $0.source, $0.shortname) = (clan, "s", "x") }),
            (.updateClanEmojiById, ApiClanEmojiUpdateRequest.with { ($0.clanID, $0.id, $0.shortname) = (clan, 1, "x") }),
            (.deleteByIdClanEmoji, ApiClanEmojiDeleteRequest.with { ($0.clanID, $0.id) = (clan, 1) }),
            (.addClanSticker, ApiClanStickerAddRequest.with { ($0.clanID, $0.source, $0.shortname) = (clan, "s", "x") }),
            (.updateClanStickerById, ApiClanStickerUpdateByIdRequest.with { ($0.clanID, $0.id, $0.shortname) = (clan, 1, "x") }),
            (.deleteClanStickerById, ApiClanStickerDeleteRequest.with { ($0.clanID, $0.id) = (clan, 1) }),
            (.listRolePermissions, ApiListPermissionsRequest.with { $0.roleID = role }),
            (.listRoleUsers, ApiListRoleUsersRequest.with { $0.roleID = role }),
            (.getRoleOfUserInTheClan, ApiListPermissionOfUsersRequest.with { $0.clanID = clan }),
            (.createRole, ApiCreateRoleRequest.with { ($0.clanID, $0.title) = (clan, "x") }),
            (.deleteRole, ApiDeleteRoleRequest.with { ($0.clanID, $0.roleID) = (clan, role) }),
            (.deleteRole, ApiDeleteRoleRequest.with { ($0.clanID, $0.roleID) = (ClanID.other.rawValue, role) }),
            (
                .listUserPermissionInChannel,
                ApiUserPermissionInChannelListRequest.with { ($0.clanID, $0.channelID) = (clan, channel) }
            ),
            (
                .getPermissionByRoleIdChannelId,
                ApiPermissionRoleChannelListEventRequest.with { ($0.roleID, $0.channelID) = (role, channel) }
            ),
            (.setRoleChannelPermission, ApiUpdateRoleChannelRequest.with { ($0.roleID, $0.channelID) = (role, channel) }),
            (
                .setRoleChannelPermission,
                ApiUpdateRoleChannelRequest.with { ($0.roleID, $0.channelID) = (role, ChannelID.otherGeneral.rawValue) }
            ),
            (.checkDuplicateName, ApiCheckDuplicateNameRequest.with { ($0.name, $0.conditionID) = ("general", clan) }),
        ]
    }

    @Test func `an account reads and changes nothing of a clan that it does not belong to`() throws {
        var state = try GatewayState.makeTwoClans()
        let message = try state.say(content: .yesOrNo, by: .bot)
        let creation = ApiCreateEventRequest.with { ($0.clanID, $0.title) = (Self.clan, "Demo") }
        let event = try state.ask(.createEvent, creation, by: .bot, as: ApiEventManagement.self).answer.id
        for (rpc, request) in Self.requests(message: message.rawValue, event: event) {
            var copy = state
            var generator = SplitMix64(seed: 1)
            let error = #expect(throws: GatewayRequestError.self, "\(rpc)") {
                _ = try copy.call(rpc, request.wireBytes, by: .outsider, at: .start, using: &generator)
            }
            // The error is the same for an invisible and for a missing object.
            #expect(error?.status == 5, "\(rpc)")
        }
    }

    @Test func `lists of an account contain nothing of another clan`() throws {
        var state = try GatewayState.makeTwoClans()
        let emoji = ApiClanEmojiCreateRequest.with { ($0.clanID, $0.source, $0.shortname) = (Self.clan, "s", "x") }
        try state.ask(.createClanEmoji, emoji, by: .bot)
        let sticker = ApiClanStickerAddRequest.with { ($0.clanID, $0.source, $0.shortname) = (Self.clan, "s", "x") }
        try state.ask(.addClanSticker, sticker, by: .bot)
        _ = try state.say("visible to the lab")
        let nothing = ApiNotificationClan()
        #expect(
            try state.ask(.getListEmojisByUserId, nothing, by: .outsider, as: ApiEmojiListedResponse.self).answer.emojiList
                .isEmpty)
        #expect(
            try state.ask(.getListStickersByUserId, nothing, by: .outsider, as: ApiStickerListedResponse.self).answer.stickers
                .isEmpty)
        let channels = try state.ask(.listChannelByUserId, nothing, by: .outsider, as: ApiChannelDescList.self).answer.channeldesc
        #expect(channels.map(\.channelID) == [ChannelID.otherGeneral.rawValue])
        let users = try state.ask(.listUserClansByUserId, nothing, by: .outsider, as: ApiAllUserClans.self).answer.users
        #expect(users.map(\.username) == ["outsider"])
        let search = ApiSearchMessageRequest.with {
            $0.filters = [.with { ($0.fieldName, $0.fieldValue) = ("content", "visible") }]
        }
        #expect(try state.ask(.searchMessage, search, by: .outsider, as: ApiSearchMessageResponse.self).answer.total == 0)
    }

    @Test func `events of one clan reach no socket of another`() throws {
        var state = try GatewayState.makeTwoClans()
        let requests: [(RPC, any SwiftProtobuf.Message)] = [
            (.createEvent, ApiCreateEventRequest.with { ($0.clanID, $0.title) = (Self.clan, "x") }),
            (.createRole, ApiCreateRoleRequest.with { ($0.clanID, $0.title) = (Self.clan, "x") }),
            (.createCategoryDesc, ApiCreateCategoryDescRequest.with { ($0.clanID, $0.categoryName) = (Self.clan, "x") }),
            (.createClanEmoji, ApiClanEmojiCreateRequest.with { ($0.clanID, $0.source, $0.shortname) = (Self.clan, "s", "x") }),
            (.addClanSticker, ApiClanStickerAddRequest.with { ($0.clanID, $0.source, $0.shortname) = (Self.clan, "s", "x") }),
            (.updateUserStatus, ApiUserStatusUpdate.with { $0.status = "away" }),
            (
                .updateChannelDesc,
                ApiUpdateChannelDescRequest.with { ($0.clanID, $0.channelID, $0.topic) = (Self.clan, Self.channel, "x") }
            ),
        ]
        for (rpc, request) in requests {
            var generator = SplitMix64(seed: 1)
            let pushes = try state.call(rpc, request.wireBytes, by: .bot, at: .start, using: &generator).pushes
            #expect(!pushes.isEmpty, "\(rpc)")
            #expect(pushes.allSatisfy { !$0.receivers.contains(9) }, "\(rpc)")
        }
    }
}
