/// The remote procedures that the client calls and the test gateway serves, with their numbers in the official client's enumeration
/// (Documentation/Protocol.md §4.3).
package enum RPC: String, Hashable, Sendable, CaseIterable {
    case listChannelDescs = "ListChannelDescs"
    case listClanDescs = "ListClanDescs"
    case listClanUsers = "ListClanUsers"
    case listRoles = "ListRoles"
    case listChannelMessages = "ListChannelMessages"
    case listChannelUsers = "ListChannelUsers"
    case listChannelDetail = "ListChannelDetail"
    case listChannelVoiceUsers = "ListChannelVoiceUsers"
    case isBanned = "IsBanned"
    case uploadAttachmentFile = "UploadAttachmentFile"
    case createChannelDesc = "CreateChannelDesc"
    case removeChannelUsers = "RemoveChannelUsers"
    case removeClanUsers = "RemoveClanUsers"
    case banClanUsers = "BanClanUsers"
    case createPinMessage = "CreatePinMessage"
    case updateRole = "UpdateRole"
    case sendChannelMessage = "SendChannelMessage"
    case updateChannelMessage = "UpdateChannelMessage"
    case deleteChannelMessage = "DeleteChannelMessage"
    case unbanClanUsers = "UnbanClanUsers"
    case listBannedUsers = "ListBannedUsers"
    case addQuickMenuAccess = "AddQuickMenuAccess"
    case deleteQuickMenuAccess = "DeleteQuickMenuAccess"
    case listQuickMenuAccess = "ListQuickMenuAccess"
    case getApp = "GetApp"
    case listEvents = "ListEvents"
    case getRoleOfUserInTheClan = "GetRoleOfUserInTheClan"
    case getListPermission = "GetListPermission"
    case listUserPermissionInChannel = "ListUserPermissionInChannel"
    case getNotificationClan = "GetNotificationClan"
    case listMutedChannel = "ListMutedChannel"
    case getNotificationChannel = "GetNotificationChannel"
    case listFriends = "ListFriends"
    case getListEmojisByUserId = "GetListEmojisByUserId"
    case listCategoryDescs = "ListCategoryDescs"
    case getListStickersByUserId = "GetListStickersByUserId"
    case getPinMessagesList = "GetPinMessagesList"
    case listChannelByUserId = "ListChannelByUserId"
    case listUserClansByUserId = "ListUserClansByUserId"
    case listThreadDescs = "ListThreadDescs"
    case listArchivedChannelDescs = "ListArchivedChannelDescs"
    case listRoleUsers = "ListRoleUsers"
    case listNotifications = "ListNotifications"
    case getPermissionByRoleIdChannelId = "GetPermissionByRoleIdChannelId"
    case getUserStatus = "GetUserStatus"
    case addFriends = "AddFriends"
    case addChannelUsers = "AddChannelUsers"
    case blockFriends = "BlockFriends"
    case unblockFriends = "UnblockFriends"
    case createCategoryDesc = "CreateCategoryDesc"
    case createRole = "CreateRole"
    case createEvent = "CreateEvent"
    case deleteRole = "DeleteRole"
    case deleteEvent = "DeleteEvent"
    case deleteChannelDesc = "DeleteChannelDesc"
    case deleteFriends = "DeleteFriends"
    case deleteCategoryDesc = "DeleteCategoryDesc"
    case deleteNotifications = "DeleteNotifications"
    case leaveThread = "LeaveThread"
    case updateUserProfileByClan = "UpdateUserProfileByClan"
    case archiveChannel = "ArchiveChannel"
    case setRoleChannelPermission = "SetRoleChannelPermission"
    case setNotificationChannelSetting = "SetNotificationChannelSetting"
    case setMuteChannel = "SetMuteChannel"
    case setNotificationClanSetting = "SetNotificationClanSetting"
    case setNotificationCategorySetting = "SetNotificationCategorySetting"
    case deleteNotificationCategorySetting = "DeleteNotificationCategorySetting"
    case deleteNotificationChannel = "DeleteNotificationChannel"
    case updateCategory = "UpdateCategory"
    case updateChannelDesc = "UpdateChannelDesc"
    case updateEvent = "UpdateEvent"
    case searchMessage = "SearchMessage"
    case createClanEmoji = "CreateClanEmoji"
    case deleteByIdClanEmoji = "DeleteByIdClanEmoji"
    case updateClanEmojiById = "UpdateClanEmojiById"
    case addClanSticker = "AddClanSticker"
    case updateClanStickerById = "UpdateClanStickerById"
    case deleteClanStickerById = "DeleteClanStickerById"
    case checkDuplicateName = "CheckDuplicateName"
    case updateUserStatus = "UpdateUserStatus"
    case searchThread = "SearchThread"
    case deleteUserEvent = "DeleteUserEvent"
    case addUserEvent = "AddUserEvent"
    case messageButtonClick = "MessageButtonClick"
    case dropdownBoxSelected = "DropdownBoxSelected"
    case activeArchivedThread = "ActiveArchivedThread"
    case getNotificationCategory = "GetNotificationCategory"
    case listRolePermissions = "ListRolePermissions"
    case deletePinMessage = "DeletePinMessage"
    case markAsRead = "MarkAsRead"
    case createPoll = "CreatePoll"
    case closeConversation = "CloseDMByChannelId"

    /// The number that is sent next to the name over the socket. It is unknown which of them the server uses, so both are sent.
    package var index: Int32 {
        switch self {
        case .listChannelDescs: 0
        case .listClanDescs: 2
        case .listClanUsers: 3
        case .listRoles: 4
        case .listChannelMessages: 30
        case .listChannelUsers: 42
        case .listChannelDetail: 39
        case .listChannelVoiceUsers: 44
        case .isBanned: 36
        case .uploadAttachmentFile: 62
        case .createChannelDesc: 66
        case .removeChannelUsers: 83
        case .removeClanUsers: 90
        case .banClanUsers: 91
        case .createPinMessage: 102
        case .updateRole: 114
        case .sendChannelMessage: 180
        case .updateChannelMessage: 181
        case .deleteChannelMessage: 182
        case .unbanClanUsers: 202
        case .listBannedUsers: 203
        case .addQuickMenuAccess: 177
        case .deleteQuickMenuAccess: 176
        case .listQuickMenuAccess: 12
        case .getApp: 52
        case .listEvents: 5
        case .getRoleOfUserInTheClan: 6
        case .getListPermission: 7
        case .listUserPermissionInChannel: 8
        case .getNotificationClan: 9
        case .listMutedChannel: 10
        case .getNotificationChannel: 13
        case .listFriends: 14
        case .getListEmojisByUserId: 16
        case .listCategoryDescs: 23
        case .getListStickersByUserId: 25
        case .getPinMessagesList: 27
        case .listChannelByUserId: 32
        case .listUserClansByUserId: 33
        case .listThreadDescs: 37
        case .listArchivedChannelDescs: 38
        case .listRoleUsers: 41
        case .listNotifications: 46
        case .getPermissionByRoleIdChannelId: 49
        case .getUserStatus: 55
        case .addFriends: 57
        case .addChannelUsers: 58
        case .blockFriends: 60
        case .unblockFriends: 61
        case .createCategoryDesc: 65
        case .createRole: 67
        case .createEvent: 68
        case .deleteRole: 69
        case .deleteEvent: 70
        case .deleteChannelDesc: 72
        case .deleteFriends: 76
        case .deleteCategoryDesc: 77
        case .deleteNotifications: 78
        case .leaveThread: 84
        case .updateUserProfileByClan: 81
        case .archiveChannel: 85
        case .setRoleChannelPermission: 94
        case .setNotificationChannelSetting: 95
        case .setMuteChannel: 96
        case .setNotificationClanSetting: 98
        case .setNotificationCategorySetting: 99
        case .deleteNotificationCategorySetting: 100
        case .deleteNotificationChannel: 101
        case .updateCategory: 108
        case .updateChannelDesc: 112
        case .updateEvent: 115
        case .searchMessage: 116
        case .createClanEmoji: 117
        case .deleteByIdClanEmoji: 118
        case .updateClanEmojiById: 119
        case .addClanSticker: 124
        case .updateClanStickerById: 125
        case .deleteClanStickerById: 126
        case .checkDuplicateName: 128
        case .updateUserStatus: 159
        case .searchThread: 172
        case .deleteUserEvent: 174
        case .addUserEvent: 175
        case .messageButtonClick: 184
        case .dropdownBoxSelected: 185
        case .activeArchivedThread: 186
        case .getNotificationCategory: 204
        case .listRolePermissions: 205
        case .deletePinMessage: 207
        case .markAsRead: 208
        case .createPoll: 192
        case .closeConversation: 73
        }
    }

    package init?(index: Int32) {
        guard let rpc = Self.allCases.first(where: { $0.index == index }) else { return nil }
        self = rpc
    }
}
